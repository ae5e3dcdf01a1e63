// @ts-check
/** How long the table's agents think before a move: a choice that is sent to the table. */

import { el } from "hanabi/dom";

/** Milliseconds by name, as `game/forms.py` has them. */
const DELAYS = { Instant: 0, Fast: 300, Normal: 900, Slow: 2500, "Very slow": 5000 };

/**
 * @param {string} id  for its label
 * @param {(request: import("hanabi/table/protocol").Request) => void} send
 */
export function createDelay(id, send) {
  const node = el(
    "select",
    { id, onchange: () => send({ t: "delay", ms: Number(node.value) }) },
    ...Object.entries(DELAYS).map(([name, ms]) => el("option", { value: ms }, name)),
  );

  return {
    node,

    /** @param {number} delay  milliseconds */
    update(delay) {
      // An open menu is the person's.
      if (document.activeElement === node) return;
      node.value = String(Object.values(DELAYS).findLast((ms) => ms <= delay) ?? 0);
    },
  };
}
