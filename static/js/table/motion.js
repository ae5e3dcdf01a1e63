/**
 * Animate moved cards in under 300 ms: measure every card's place before and after an update, then
 * animate from one to the other. No animation if reduced motion is preferred.
 */

import { createFace } from "hanabi/table/face";

/** @import { LogEntry } from "game/protocol" */

const TIMING = { duration: 260, easing: "cubic-bezier(0.2, 0.7, 0.3, 1)" };

/**
 * Run an update of the board and animate the cards it moved.
 *
 * @param {HTMLElement} board
 * @param {import("game/protocol").ShownRules} rules
 * @param {() => void} update
 * @param {() => LogEntry | undefined} last  the newest entry of the log after the update
 */
export function move(board, rules, update, last) {
  if (matchMedia("(prefers-reduced-motion: reduce)").matches || !board.isConnected) {
    return update();
  }
  const before = places(board);
  update();
  const after = places(board);
  const deck = board.querySelector(".status .deck")?.getBoundingClientRect();
  for (const [order, { node, box }] of after) {
    const from = before.get(order)?.box ?? deck;
    if (from) slide(node, from, box, before.has(order) ? 1 : 0);
  }
  const entry = last();
  const left = entry?.order === undefined ? undefined : before.get(String(entry.order));
  if (entry?.card && left && !after.has(String(entry.order))) fly(board, rules, entry, left.box);
}

/**
 * @param {HTMLElement} board
 * @returns {Map<string, {node: HTMLElement, box: DOMRect}>} cards in hands by draw number
 */
function places(board) {
  const cards = /** @type {NodeListOf<HTMLElement>} */ (board.querySelectorAll(".card"));
  return new Map(
    [...cards].map((node) => [
      node.dataset.order ?? "",
      { node, box: node.getBoundingClientRect() },
    ]),
  );
}

/**
 * @param {HTMLElement} node
 * @param {DOMRect} from
 * @param {DOMRect} to
 * @param {number} opacity  at the start
 */
function slide(node, from, to, opacity) {
  const x = from.left - to.left;
  const y = from.top - to.top;
  if (Math.abs(x) < 1 && Math.abs(y) < 1) return;
  node.animate(
    [
      { translate: `${x}px ${y}px`, opacity },
      { translate: "none", opacity: 1 },
    ],
    TIMING,
  );
}

/**
 * Animate a card that left a hand to its stack, or to its cell of the discard pile.
 *
 * @param {HTMLElement} board
 * @param {import("game/protocol").ShownRules} rules
 * @param {LogEntry} entry
 * @param {DOMRect} from
 */
function fly(board, rules, entry, from) {
  const card = entry.card ?? "";
  const goal = board.querySelector(
    entry.success ? `[data-stack=${card[0]}]` : `[data-discard=${card}]`,
  );
  const sheet = board.querySelector(".last .sheets");
  let to = goal?.getBoundingClientRect();
  if (!to?.width) to = sheet?.getBoundingClientRect();
  if (!to) return;

  const face = createFace(rules);
  face.update(card);
  const ghost = face.node;
  ghost.classList.add("ghost");
  const width = Math.min(from.width, 72);
  Object.assign(ghost.style, {
    left: `${from.left + (from.width - width) / 2}px`,
    top: `${from.top}px`,
    width: `${width}px`,
  });
  board.append(ghost);
  const x = to.left + to.width / 2 - from.left - from.width / 2;
  const y = to.top - from.top;
  const scale = Math.min(to.width / width, 1);
  ghost.style.transformOrigin = "top center";
  const flight = ghost.animate([{}, { translate: `${x}px ${y}px`, scale }], {
    ...TIMING,
    fill: "forwards",
  });
  flight.onfinish = flight.oncancel = () => ghost.remove();
}
