// @ts-check
/** A question before a move that cannot be taken back: known mistakes, or every move by wish. */

import { kept } from "hanabi/table/choices";
import { cardName, clueName, only } from "hanabi/table/words";

/** @typedef {import("hanabi/table/reducer").State} State */
/** @typedef {"play" | "discard" | "give"} Act */
/** @typedef {{act: Act, why: string, confirm: string}} Guard */

/**
 * What to ask before this act, or null to do it at once.
 *
 * @param {State} state
 * @param {Act} act
 * @returns {Guard | null}
 */
export function guardOf(state, act) {
  const why = mistake(state, act);
  if (why) return { act, why, confirm: act === "play" ? "Play it anyway" : "Discard it anyway" };
  return kept("confirm") === "on" ? { act, ...question(state, act) } : null;
}

/**
 * Why the act is a mistake as far as the player knows: a play that cannot score, a discard that
 * loses points for certain.
 *
 * @param {State} state
 * @param {Act} act
 */
export function mistake({ frame, selected }, act) {
  const card = frame.hands[frame.you ?? -1]?.find(({ order }) => order === selected);
  const mask = card?.possible;
  if (!card || !mask || act === "give") return "";
  const sure = only(frame.rules, mask);
  const what = sure ? `the ${cardName(frame.rules, sure)}` : "what it can be";
  if (act === "play" && !(mask & frame.playable)) {
    const none = sure ? `No stack takes ${what} now` : `No stack takes slot ${card.slot} now, whatever it is`;
    return `${none}: it would be a strike.`;
  }
  if (act === "discard" && !(mask & ~frame.critical)) {
    return `This is the last copy of ${what}: without it the best score is lower.`;
  }
  return "";
}

/**
 * @param {State} state
 * @param {Act} act
 */
function question({ frame, selected, aim }, act) {
  const slot = frame.hands[frame.you ?? -1]?.find(({ order }) => order === selected)?.slot;
  if (act !== "give") {
    const verb = act === "play" ? "Play" : "Discard";
    return { why: `${verb} slot ${slot}?`, confirm: `${verb} it` };
  }
  const clue = `${clueName(frame.rules, aim?.value ?? "")} to ${frame.seats[aim?.seat ?? 0].name}`;
  return { why: `Clue ${clue}?`, confirm: "Give it" };
}
