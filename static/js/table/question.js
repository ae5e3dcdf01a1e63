// @ts-check
/** The confirmation before a move: two buttons, with the focus on the careful one. */

import { el, say, set } from "hanabi/dom";
import { DEAF } from "hanabi/table/guard";

/** @typedef {import("hanabi/table/guard").Guard} Guard */

/**
 * @param {() => void} agree
 * @param {() => void} refrain
 * @param {string} back  label of the careful answer
 */
export function createQuestion(agree, refrain, back) {
  const yes = el("button", { type: "button", class: "yes", onclick: agree });
  const no = el("button", { type: "button", onclick: () => heard && refrain() }, back);
  const node = el("div", { class: "acts guard" }, no, yes);
  let heard = false;
  /** @type {Guard | null} */
  let asked = null;
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  let waiting;

  /** @param {boolean} now */
  function hear(now) {
    heard = now;
    yes.disabled = !now;
  }

  return {
    node,

    /** @param {Guard | null} guard */
    ask(guard) {
      if (guard === asked) return;
      asked = guard;
      clearTimeout(waiting);
      hear(false);
      if (!guard) return;
      say(yes, guard.confirm);
      // CSS places the confirming button away from the one that was pressed.
      set(node, "data-act", guard.act);
      waiting = setTimeout(() => hear(true), DEAF);
      // Wait until the board is drawn: hidden buttons cannot be focused.
      queueMicrotask(() => no.focus({ preventScroll: true }));
    },
  };
}
