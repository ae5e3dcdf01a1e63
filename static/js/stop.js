/** A group of controls that is one tab stop: other keys move the focus inside it. */

import { set } from "hanabi/dom";

/** Keys of a row, and how far they move the focus. @type {Record<string, number>} */
export const ROW = { ArrowLeft: -1, ArrowRight: 1, Home: -Infinity, End: Infinity };
/** Keys of a list. @type {Record<string, number>} */
export const LIST = { ArrowUp: -1, ArrowDown: 1 };

/**
 * Make the controls in a node one tab stop: the one that had the focus last, else the first.
 *
 * @param {HTMLElement} node
 * @param {string} selector  of the controls
 * @param {Record<string, number>} keys
 * @returns {() => void} to be called when the controls have changed
 */
export function createStop(node, selector, keys) {
  const controls = () => /** @type {HTMLElement[]} */ ([...node.querySelectorAll(selector)]);
  /** @type {HTMLElement | undefined} */
  let last;

  function settle() {
    const all = controls();
    const stop = all.find((one) => one === last) ?? all[0];
    for (const one of all) set(one, "tabindex", one === stop ? 0 : -1);
  }

  node.addEventListener("keydown", (event) => {
    if (event.altKey || event.ctrlKey || event.metaKey) return;
    const all = controls();
    const here = all.indexOf(/** @type {HTMLElement} */ (event.target));
    const to = all[Math.max(0, Math.min(here + keys[event.key], all.length - 1))];
    // At an end the key keeps its meaning outside the group.
    if (here < 0 || !to || to === all[here]) return;
    event.preventDefault();
    to.focus();
  });
  node.addEventListener("focusin", ({ target }) => {
    last = /** @type {HTMLElement} */ (target);
    settle();
  });
  return settle;
}
