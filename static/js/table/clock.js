/** A person's remaining time: as a display that counts down, and as a number. */

import { el, say } from "hanabi/dom";

/** @import { State } from "hanabi/table/reducer" */

/** Seconds from which a running clock is marked. */
const LOW_SECONDS = 10;

/**
 * Return the seconds left to a seat, or null if it has no clock.
 *
 * @param {State} state
 * @param {number} seat
 */
export function secondsLeft(state, seat) {
  const { clock } = state.frame;
  if (!clock) return null;
  if (!runs(state, seat)) return clock.left[seat] ?? null;
  return Math.max(0, (clock.deadline ?? 0) - Date.now() / 1000 - state.skew);
}

/** Return whether the clock of this seat counts down. @param {State} state @param {number} seat */
export function runs({ frame }, seat) {
  return frame.to_move === seat && typeof frame.clock?.deadline === "number";
}

/**
 * Create the display of a seat's clock; it is not read out at each tick.
 *
 * @param {number} seat
 * @param {(state: State) => string} [labelOf]  returns the words before the time
 */
export function createClock(seat, labelOf = () => "") {
  const label = el("span");
  const time = el("span", { class: "time" });
  const node = el("span", { class: "clock", role: "timer", "aria-live": "off" }, label, time);
  /** @type {number | undefined} */
  let timer;

  /** @param {State} state */
  function show(state) {
    clearTimeout(timer);
    const left = secondsLeft(state, seat);
    node.hidden = left === null;
    if (left === null) return;
    say(label, labelOf(state));
    say(time, clockText(left));
    node.classList.toggle("low", runs(state, seat) && left < LOW_SECONDS);
    if (runs(state, seat)) timer = window.setTimeout(() => show(state), 500);
  }

  return { node, update: show };
}

/** Format seconds as “1:05”. @param {number} seconds */
function clockText(seconds) {
  const whole = Math.ceil(seconds);
  return `${Math.floor(whole / 60)}:${String(whole % 60).padStart(2, "0")}`;
}
