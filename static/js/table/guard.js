/** Confirm moves before they are sent: known mistakes, or every move if so chosen. */

import { kept } from "hanabi/table/choices";
import { option } from "hanabi/table/clues";
import { isLookingBack } from "hanabi/table/reducer";
import { cardName, clueName, lastStrike, only, percent } from "hanabi/table/words";

/** @import { State } from "hanabi/table/reducer" */
/** @typedef {"play" | "discard" | "give"} Act */
/** @typedef {{act: Act, confirmed?: boolean}} Attempt  to move with the chosen card or clue */
/** @typedef {{t: "clue", seat: number, value: string}} Clue */
/** @typedef {{t: "play" | "discard", order: number} | Clue} Move */
/** @typedef {{act: Act, why: string, confirm: string}} Guard */

/** The chance below which a play at the last strike is asked about. */
const EVEN = 0.5;
/** Milliseconds in which answers are ignored, such as the second click of a double click. */
export const DEAF = 500;

/**
 * Return the act as a move, or null if it is not possible now or must be confirmed first. Repeating
 * the click or key does not confirm: only the question's own button does.
 *
 * @param {State} state
 * @param {Attempt} deed
 * @param {(deed: {t: "guard", guard: Guard}) => void} ask
 */
export function attempt(state, { act, confirmed = false }, ask) {
  const move = moveOf(state, act);
  const guard = move && !confirmed ? guardOf(state, act) : null;
  if (guard && state.guard?.act !== act) ask({ t: "guard", guard });
  return guard ? null : move;
}

/**
 * Return the act with the chosen card or clue as a move, or null if it is not possible now.
 *
 * @param {State} state
 * @param {Act} act
 * @returns {Move | null}
 */
export function moveOf(state, act) {
  const { frame, selected, aim, sending } = state;
  if (sending !== null || isLookingBack(state)) return null;
  if (act === "give") {
    return aim?.value && option(state, aim.value)
      ? { t: "clue", seat: aim.seat, value: aim.value }
      : null;
  }
  const orders = act === "play" ? frame.legal?.plays : frame.legal?.discards;
  return selected !== null && orders?.includes(selected) ? { t: act, order: selected } : null;
}

/**
 * Return the question to ask before this act, or null to do it at once.
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
 * Return why the act is a mistake given what the player knows: a play that cannot score or, at the
 * last strike, is unlikely to, or a discard that certainly loses points.
 *
 * @param {State} state
 * @param {Act} act
 */
export function mistake({ frame, selected }, act) {
  const card = frame.hands[frame.you ?? -1]?.find(({ order }) => order === selected);
  const mask = card?.possible;
  if (!card || !mask || act === "give") return "";
  const sure = only(frame.rules, mask);
  const risk = lastStrike(frame);
  const which = sure ? `The ${cardName(frame.rules, sure)}` : `Whatever it is, slot ${card.slot}`;
  if (act === "play" && !(mask & frame.playable)) {
    return `${risk}${which} can't be played now.${risk ? "" : " Playing it costs a strike."}`;
  }
  if (act === "play" && risk && card.odds && card.odds[0] < EVEN) {
    return `${risk}Slot ${card.slot}: only ${percent(card.odds[0])} chance it is playable.`;
  }
  if (act === "discard" && !(mask & ~frame.critical)) {
    return `${which} is the last of its kind: without it, the best score is lower.`;
  }
  return "";
}

/** @param {State} state @param {Act} act */
function question({ frame, selected, aim }, act) {
  const slot = frame.hands[frame.you ?? -1]?.find(({ order }) => order === selected)?.slot;
  if (act !== "give") {
    const verb = act === "play" ? "Play" : "Discard";
    return { why: `${verb} slot ${slot}?`, confirm: `${verb} it` };
  }
  const clue = `${clueName(frame.rules, aim?.value ?? "")} to ${frame.seats[aim?.seat ?? 0].name}`;
  return { why: `Clue ${clue}?`, confirm: "Give it" };
}
