// @ts-check
/** How long the table's agents think before a move: a choice that is sent to the table. */

import { el } from "hanabi/dom";

const DELAYS = [0, 300, 900, 2000, 5000];

/**
 * @param {string} id  for its label
 * @param {(request: import("hanabi/table/protocol").Request) => void} send
 */
export function createDelay(id, send) {
  const node = el(
    "select",
    { id, onchange: () => send({ t: "delay", ms: Number(node.value) }) },
    ...DELAYS.map((ms) => el("option", { value: ms }, ms ? `${ms / 1000} s` : "Instant")),
  );

  return {
    node,

    /** @param {number} delay  milliseconds */
    update(delay) {
      // An open menu is the person's.
      if (document.activeElement === node) return;
      node.value = String(DELAYS.findLast((ms) => ms <= delay) ?? 0);
    },
  };
}
