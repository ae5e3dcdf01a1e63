/** Keyboard shortcuts of the table, with this site's key map or hanab.live's. */

import { kept } from "hanabi/table/choices";
import { mates, target } from "hanabi/table/clues";
import { isLookingBack, ownSeat } from "hanabi/table/reducer";

/** @import { Deed, State } from "hanabi/table/reducer" */
/** @typedef {Deed | "help" | "pause" | "step" | "earlier" | "later"} Meaning */

/** Colour clues from left to right, as on hanab.live. */
const COLOUR_KEYS = "qwerty";

const ANY_MAP = [
  ["q w e r t y", "clue a colour, left to right"],
  ["Enter (or with Ctrl)", "give the clue"],
  ["← →", "earlier turns and back (in a hand: move between cards)"],
  ["n", "history and notes of the chosen card"],
  ["Space (hold)", "shared knowledge"],
  ["Esc", "cancel"],
  ["?", "this list"],
];

/** Keys and their descriptions, by map. @type {Record<string, string[][]>} */
export const KEYS = {
  live: [
    ["a or +, then 1 – 5", "play that slot"],
    ["d or −, then 1 – 5", "discard that slot"],
    ["; or c", "clue: the next player"],
    ["1 – 5", "clue a rank"],
    ...ANY_MAP,
  ],
  lab: [
    ["1 – 5", "choose my card (after c: clue a rank)"],
    ["p", "play the chosen card"],
    ["d", "discard the chosen card"],
    ["c", "clue; again: the next player"],
    ...ANY_MAP,
  ],
};

/** Keys and descriptions for spectators of agents, as in a replay. */
export const WATCHING_KEYS = [
  ["Space", "pause, or resume"],
  ["←", "one turn back"],
  ["→", "one turn on; at the last one, while paused, the next move"],
  ["?", "this list"],
];

/** @type {Record<string, "pause" | "step" | "earlier">} */
const STEERING = { " ": "pause", ArrowRight: "step", ArrowLeft: "earlier" };

/** Return the name in KEYS of the current key map. */
export function keyMap() {
  return kept("keymap") === "lab" ? "lab" : "live";
}

/**
 * Return whether a key is for the board `host`: no field takes it, a button handles Enter, and also
 * the space bar unless it was focused by pointer (`pointed`), and an open sheet handles Escape.
 *
 * @param {KeyboardEvent} event
 * @param {Element} host
 * @param {boolean} [pointed]
 */
export function isForBoard({ target, key, defaultPrevented, ctrlKey, altKey, metaKey }, host, pointed = false) {
  const at = /** @type {Element} */ (target);
  if (defaultPrevented || altKey || metaKey || at.matches("input, select, textarea")) return false;
  if (ctrlKey) return key === "Enter";
  if (key === " ") return pointed || at === host;
  if (key === "Escape") return !host.querySelector(":popover-open");
  return key !== "Enter" || !at.matches("button, a, summary");
}

/**
 * @param {State} state
 * @param {string} key  KeyboardEvent.key
 * @returns {Meaning | null}
 */
export function meaning(state, key) {
  const { frame, aim, guard } = state;
  if (key === "?") return "help";
  if (key === "Escape") return { t: "cancel" };
  const me = ownSeat(frame);
  if (key === "ArrowRight" && isLookingBack(state)) return "later";
  if (me === null && frame.may_steer && key in STEERING) return STEERING[key];
  if (key === " ") return { t: "common", on: true };
  if (me === null || frame.status !== "running") return null;
  if (key === "ArrowLeft") return "earlier";
  if (key === "ArrowRight") return "later";
  if (isLookingBack(state)) return null;
  const ready = !guard && aim?.pinned && aim.value;
  if (key === "Enter") return ready ? { t: "make", act: "give" } : null;
  const colour = frame.rules.colour_clues[COLOUR_KEYS.indexOf(key)];
  if (colour) return aimAt(target(state), colour);
  return keyMap() === "lab" ? ours(state, key, me) : theirs(state, key, me);
}

/**
 * Interpret a key in this site's map: choose a card by its slot, then play or discard it.
 *
 * @param {State} state
 * @param {string} key
 * @param {number} me
 * @returns {Meaning | null}
 */
function ours(state, key, me) {
  const { frame, aim } = state;
  if (key === "c") return aimAt(nextTarget(state), null);
  if (frame.rules.rank_clues.includes(key) && aim?.pinned) return aimAt(aim.seat, key);
  const card = frame.hands[me].find(({ slot }) => String(slot) === key);
  if (card) return { t: "select", order: card.order };
  if (key === "p") return { t: "make", act: "play" };
  return key === "d" ? { t: "make", act: "discard" } : null;
}

/**
 * Interpret a key as hanab.live does: an action, then the slot; a digit alone is a rank clue.
 *
 * @param {State} state
 * @param {string} key
 * @param {number} me
 * @returns {Meaning | null}
 */
function theirs(state, key, me) {
  const { frame, choosing } = state;
  if (key === "a" || key === "+") return { t: "choose", act: "play" };
  if (key === "d" || key === "-") return { t: "choose", act: "discard" };
  if (choosing) {
    const card = frame.hands[me].find(({ slot }) => String(slot) === key);
    if (card) return { t: "chosen", act: choosing, order: card.order };
  }
  if (key === ";" || key === "c") return aimAt(nextTarget(state), null);
  return frame.rules.rank_clues.includes(key) ? aimAt(target(state), key) : null;
}

/** @param {number} seat @param {string | null} value @returns {Deed} */
function aimAt(seat, value) {
  return { t: "aim", aim: { seat, value, pinned: true } };
}

/** @param {State} state */
function nextTarget(state) {
  const others = mates(state.frame);
  if (!state.aim) return others[0];
  return others[(others.indexOf(state.aim.seat) + 1) % others.length];
}
