/** The menu for how long the table's agents pause before a move. */

import { menu } from "hanabi/dom";

/** Milliseconds by name, as in `game/forms.py`. */
const DELAYS = { Instant: 0, Fast: 300, Normal: 900, Slow: 2500, "Very slow": 5000 };

/**
 * @param {string} id  of the menu, for its label
 * @param {(request: import("hanabi/table/socket").Request) => void} send
 */
export function createDelay(id, send) {
  const choose = () => send({ t: "delay", ms: Number(node.value) });
  const node = menu({ id, onchange: choose }, Object.entries(DELAYS));

  return {
    node,

    /** @param {number} delay  milliseconds */
    update(delay) {
      // Do not change a menu that the person is using.
      if (document.activeElement === node) return;
      node.value = String(Object.values(DELAYS).findLast((ms) => ms <= delay) ?? 0);
    },
  };
}
