/** The confirmation before a move: two buttons, with the focus on the careful one. */

import { button, el, say, set } from "hanabi/dom";
import { DEAF } from "hanabi/table/guard";

/** @import { Guard } from "hanabi/table/guard" */

/**
 * @param {(deed: import("hanabi/table/reducer").Deed) => void} dispatch
 * @param {() => void} refrain
 * @param {string} back  label of the careful answer
 */
export function createQuestion(dispatch, refrain, back) {
  const agree = () => {
    from = null;
    if (asked) dispatch({ t: "make", act: asked.act, confirmed: true });
  };
  const yes = button({ class: "yes", disabled: true, onclick: agree });
  const no = button({ onclick: () => yes.disabled || refrain() }, back);
  const node = el("div", { class: "acts guard" }, no, yes);
  /** @type {Guard | null} */
  let asked = null;
  /** What had the focus before; gets it back unless the move is made. @type {Element | null} */
  let from = null;
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  let waiting;

  return {
    node,

    /** @param {Guard | null} guard */
    ask(guard) {
      if (guard === asked) return;
      asked = guard;
      const held = node.contains(document.activeElement);
      if (guard && !held) from = document.activeElement;
      const next = guard ? no : held ? from : null;
      // Wait until the board is drawn: hidden buttons cannot be focused.
      if (next instanceof HTMLElement) queueMicrotask(() => next.focus({ preventScroll: true }));
      clearTimeout(waiting);
      yes.disabled = true;
      if (!guard) return;
      say(yes, guard.confirm);
      // CSS places the confirming button away from the one that was pressed.
      set(node, "data-act", guard.act);
      waiting = setTimeout(() => (yes.disabled = false), DEAF);
    },
  };
}
