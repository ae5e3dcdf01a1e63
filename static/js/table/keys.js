// @ts-check
/** What a single key means at the table. */

import { mates, target } from "hanabi/table/clues";
import { ownSeat } from "hanabi/table/reducer";

/** @typedef {import("hanabi/table/reducer").State} State */
/** @typedef {import("hanabi/table/reducer").Deed} Deed */

/** Colour clues from left to right, as on hanab.live. */
const COLOUR_KEYS = "qwerty";

/** For the list of keys on the page. */
export const KEYS = [
  ["1 – 5", "choose my card (after c: clue a rank)"],
  ["p", "play the chosen card"],
  ["d", "discard the chosen card"],
  ["c", "clue; again: the next player"],
  ["q w e r t y", "clue a colour, left to right"],
  ["Enter", "give the clue"],
  ["← →", "walk along a hand"],
  ["Space (hold)", "what the whole table knows in common"],
  ["Esc", "lay down the card or clue"],
  ["?", "this list"],
];

/** The same for who watches agents: as in a replay. */
export const WATCHING_KEYS = [
  ["Space", "pause, or go on"],
  ["→", "one move, while paused"],
  ["←", "look back at the last move"],
  ["?", "this list"],
];

/** @type {Record<string, "pause" | "step" | "back">} */
const STEERING = { " ": "pause", ArrowRight: "step", ArrowLeft: "back" };

/**
 * @param {State} state
 * @param {string} key  KeyboardEvent.key
 * @returns {Deed | "play" | "discard" | "give" | "help" | "pause" | "step" | "back" | null}
 */
export function meaning(state, key) {
  const { frame, aim } = state;
  if (key === "?") return "help";
  if (key === "Escape") return { t: "cancel" };
  const me = ownSeat(frame);
  if (me === null && frame.may_steer && key in STEERING) return STEERING[key];
  if (key === " ") return { t: "common", on: true };
  if (me === null || frame.status !== "running") return null;

  const colour = frame.rules.colour_clues[COLOUR_KEYS.indexOf(key)];
  if (colour) return { t: "aim", aim: { seat: target(state), value: colour, pinned: true } };
  if (key === "c") return { t: "aim", aim: { seat: nextTarget(state), value: null, pinned: true } };
  if (frame.rules.rank_clues.includes(key) && aim?.pinned) {
    return { t: "aim", aim: { ...aim, value: key } };
  }
  const card = frame.hands[me].find(({ slot }) => String(slot) === key);
  if (card) return { t: "select", order: card.order };
  if (key === "p") return "play";
  if (key === "d") return "discard";
  return key === "Enter" && aim?.pinned && aim.value ? "give" : null;
}

/** @param {State} state */
function nextTarget(state) {
  const others = mates(state.frame);
  if (!state.aim) return others[0];
  return others[(others.indexOf(state.aim.seat) + 1) % others.length];
}
