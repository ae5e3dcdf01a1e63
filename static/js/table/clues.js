/**
 * The clue pad: choose a mate and a value. Hovering over or focusing a clue previews what it
 * touches. A mouse click or Enter gives it; on touch screens a first tap pins the preview.
 */

import { button, el, part, say, set } from "hanabi/dom";
import { clueLook, suitSymbol } from "hanabi/table/suits";
import { clueName, places } from "hanabi/table/words";

/** @import { Deed, State } from "hanabi/table/reducer" */

/**
 * Return the seat that a clue goes to: the chosen one, else the next in turn order.
 *
 * @param {State} state
 */
export function target({ frame, aim }) {
  return aim?.seat ?? mates(frame)[0];
}

/** Return the other seats in turn order. @param {import("game/protocol").Frame} frame */
export function mates({ seats, you }) {
  return seats.map((_, index) => ((you ?? 0) + index) % seats.length).slice(1);
}

/**
 * Return the legal clue with this value to the target, if there is one.
 *
 * @param {State} state
 * @param {string | null | undefined} value
 */
export function option(state, value) {
  const seat = target(state);
  return state.frame.legal?.clues.find((clue) => clue.seat === seat && clue.value === value);
}

/** Return a sentence on what the aimed clue would touch. @param {State} state */
export function clueSentence(state) {
  const { frame, aim } = state;
  if (!aim?.value) return "";
  const name = frame.seats[aim.seat].name;
  const clue = option(state, aim.value);
  const what = `${clueName(frame.rules, aim.value)} to ${name}`;
  if (clue) return `Clue ${what}: touches ${places(frame.hands[aim.seat], clue.touches)}.${clue.reads ? ` ${clue.reads}` : ""}`;
  if (!frame.legal) return `Clue ${what}, once it is your turn.`;
  return frame.legal.why_no_clue ?? `You cannot clue ${what}: it touches no card.`;
}

/** Milliseconds after a tap that showed a clue in which a second tap does not give it. */
const DOUBLE_TAP = 400;

/** @param {State} first @param {(deed: Deed) => void} dispatch */
export function createClues(first, dispatch) {
  const { rules } = first.frame;
  /** @type {State} */
  let state = first;
  let touch = false;
  let tapped = -Infinity;

  const targets = mates(first.frame).map((seat) =>
    button({
      class: "target",
      onclick: () => dispatch({ t: "aim", aim: { seat, value: null, pinned: false } }),
    }),
  );
  const values = [...rules.colour_clues, ...rules.rank_clues].map((value) => {
    const digit = /\d/.test(value);
    const aim = (/** @type {boolean} */ pinned) =>
      dispatch({ t: "aim", aim: { seat: target(state), value, pinned } });
    return button(
      {
        class: digit && clueName(rules, value).length > 1 ? "value word" : "value",
        "data-value": value,
        "data-suit": digit ? null : clueLook(rules, value),
        onpointerdown: (/** @type {PointerEvent} */ event) =>
          (touch = event.pointerType !== "mouse"),
        onpointerenter: (/** @type {PointerEvent} */ event) => {
          if (event.pointerType === "mouse" && !state.aim?.pinned) aim(false);
        },
        onpointerleave: rest,
        onfocus: () => {
          if (!touch && !state.aim?.pinned) aim(false);
        },
        onblur: rest,
        onclick: (/** @type {PointerEvent} */ event) => {
          const double = event.timeStamp - tapped < DOUBLE_TAP;
          const preview = touch && event.detail > 0 && (double || state.aim?.value !== value);
          if (preview && !double) tapped = event.timeStamp;
          aim(true);
          if (!preview) dispatch({ t: "make", act: "give" });
        },
      },
      ...(digit ? [el("span", { class: "rank-clue" }, clueName(rules, value))] : [suitSymbol(rules, clueLook(rules, value)), el("span", {}, value.toUpperCase())]),
    );
  });

  /** Stop previewing a clue that pointer and focus have left. */
  function rest() {
    if (state.aim && !state.aim.pinned && !touch) {
      dispatch({ t: "aim", aim: { ...state.aim, value: null } });
    }
  }

  const title = el("span", { class: "label" });
  const node = el(
    "div",
    { class: "clue-pad", role: "group", "aria-label": "Clues" },
    title,
    el("div", { class: "targets" }, ...targets),
    el("div", { class: "values" }, ...values),
  );
  node.style.setProperty(
    "--columns",
    String(Math.max(rules.colour_clues.length, rules.rank_clues.length)),
  );
  node.classList.toggle("one-mate", targets.length === 1);

  return part(node, (now) => {
    state = now;
    const seat = target(now);
    const { seats } = now.frame;
    mates(now.frame).forEach((mate, index) => {
      say(targets[index], seats[mate].name);
      set(targets[index], "aria-pressed", mate === seat);
    });
    say(title, targets.length === 1 ? `Clue ${seats[seat].name}` : "Clue");
    for (const one of values) {
      const value = one.dataset.value ?? "";
      const clue = option(now, value);
      const words = `Clue ${clueName(rules, value)} to ${seats[seat].name}`;
      const touches = clue ? `, touches ${places(now.frame.hands[seat], clue.touches)}` : "";
      set(one, "aria-label", words + touches);
      set(one, "aria-disabled", !clue || now.sending !== null);
      set(one, "aria-pressed", now.aim?.pinned === true && now.aim.value === value);
    }
  });
}
