/**
 * Dragging: the player's own card to the stacks or discards, a clue to a mate's hand. Everything
 * draggable can be tapped too; a press that moves only a few pixels counts as a tap.
 */

const FAR = 8;

/**
 * @param {HTMLElement} root
 * @param {(deed: import("hanabi/table/reducer").Deed) => void} dispatch
 */
export function listenForDrags(root, dispatch) {
  /** @type {HTMLElement | null} */
  let source = null;
  /** @type {Element | null} */
  let over = null;
  let dragging = false;
  let x = 0;
  let y = 0;

  root.addEventListener("pointerdown", ({ target, button, isPrimary, clientX, clientY }) => {
    const at = /** @type {Element} */ (target);
    if (button !== 0 || !isPrimary || !root.querySelector(".dock.turn:not([hidden])")) return;
    source = at.closest(".mine .card, .dock .value[aria-disabled=false]");
    [x, y] = [clientX, clientY];
  });

  root.addEventListener("pointermove", ({ clientX, clientY }) => {
    if (!source) return;
    const [right, down] = [clientX - x, clientY - y];
    if (!dragging && Math.hypot(right, down) < FAR) return;
    dragging = true;
    root.classList.add("dragging");
    source.classList.add("dragged");
    source.style.translate = `${right}px ${down}px`;
    hover(placeBelow(source, clientX, clientY));
  });

  addEventListener("pointerup", () => {
    if (dragging && source && over) drop(source, over);
    end();
  });
  addEventListener("pointercancel", end);

  root.addEventListener(
    "click",
    (event) => {
      if (!root.classList.contains("dropped")) return;
      event.stopPropagation();
      event.preventDefault();
    },
    true,
  );

  /** @param {Element | null} place */
  function hover(place) {
    if (place === over) return;
    over?.classList.remove("over");
    place?.classList.add("over");
    over = place;
  }

  function end() {
    if (dragging) {
      // Ignore the click that follows the release.
      root.classList.add("dropped");
      setTimeout(() => root.classList.remove("dropped"));
    }
    root.classList.remove("dragging");
    source?.classList.remove("dragged");
    if (source) source.style.translate = "";
    hover(null);
    source = null;
    dragging = false;
  }

  /** @param {HTMLElement} what @param {Element} place */
  function drop({ dataset }, place) {
    const { seat } = /** @type {HTMLElement} */ (place).dataset;
    if (dataset.value && seat) {
      dispatch({ t: "aim", aim: { seat: Number(seat), value: dataset.value, pinned: true } });
      dispatch({ t: "make", act: "give" });
    } else {
      const act = place.matches(".stacks") ? "play" : "discard";
      dispatch({ t: "chosen", act, order: Number(dataset.order) });
    }
  }
}

/**
 * Return the drop target below a point: stacks or discards for a card, a mate's hand for a clue.
 *
 * @param {HTMLElement} source
 * @param {number} x
 * @param {number} y
 */
function placeBelow(source, x, y) {
  const goal = source.matches(".card") ? ".stacks, .discards, .to-discards" : ".mates .hand";
  const below = document.elementsFromPoint(x, y).find((node) => !source.contains(node));
  return below?.closest(goal) ?? null;
}
