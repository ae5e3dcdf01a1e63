/** The board states of a finished game, and the keys that step between them. */

import { start } from "hanabi/table/reducer";

/** @import { Frame } from "game/protocol" */
/** @import { State } from "hanabi/table/reducer" */

/**
 * Build the states from frames: each frame has only its own log entries, a state has all so far.
 * Presence and thinking are dropped.
 *
 * @param {Frame[]} frames
 * @param {import("game/protocol").CardNote[]} [notes]
 * @returns {State[]} the table after 0, 1, 2 … moves
 */
export function statesOf(frames, notes = []) {
  /** @type {Frame["log"]} */
  let log = [];
  return frames.map((frame, turn) => {
    log = [...log, ...frame.log];
    const seats = frame.seats.map((seat) => ({ ...seat, present: true, thinking: false }));
    const written = notes.filter((note) => note.turn <= turn + 1);
    return { ...start({ ...frame, seats }, turn), log, notes: written };
  });
}

/** Return the nearest turn that exists. @param {State[]} states @param {number} turn */
export function nearest(states, turn) {
  return Math.max(0, Math.min(turn, states.length - 1));
}

/** @type {Record<string, (turn: number, states: State[]) => number>} Target turns by key. */
export const STEPS = {
  ArrowLeft: (turn) => turn - 1,
  ArrowRight: (turn) => turn + 1,
  "[": (turn, [{ frame }]) => turn - frame.seats.length,
  "]": (turn, [{ frame }]) => turn + frame.seats.length,
  Home: () => 0,
  End: (_, states) => states.length - 1,
};
