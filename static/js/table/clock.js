/** A person's remaining time, counted down beside their name. */

import { el, say } from "hanabi/dom";

/** @import { State } from "hanabi/table/reducer" */

const LOW_SECONDS = 10;

/** @param {number} seat */
export function createClock(seat) {
  const node = el("span", { class: "clock", role: "timer", "aria-live": "off" });
  /** @type {number | undefined} */
  let timer;

  /** @param {State} state */
  function show(state) {
    clearTimeout(timer);
    const { clock, to_move: mover } = state.frame;
    const runs = mover === seat && clock?.deadline !== null;
    const left = runs ? (clock?.deadline ?? 0) - Date.now() / 1000 - state.skew : clock?.left[seat];
    node.hidden = left === null || left === undefined || !clock;
    if (node.hidden) return;
    say(node, clockText(left ?? 0));
    node.classList.toggle("low", runs && (left ?? 0) < LOW_SECONDS);
    if (runs) timer = window.setTimeout(() => show(state), 500);
  }

  return { node, update: show };
}

/** Format seconds as “1:05”. @param {number} seconds */
function clockText(seconds) {
  const whole = Math.max(0, Math.ceil(seconds));
  return `${Math.floor(whole / 60)}:${String(whole % 60).padStart(2, "0")}`;
}
