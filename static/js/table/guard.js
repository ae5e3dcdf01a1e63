// @ts-check
/** Confirm moves before they are sent: known mistakes, or every move if so chosen. */

import { kept } from "hanabi/table/choices";
import { cardName, clueName, only } from "hanabi/table/words";

/** @typedef {import("hanabi/table/reducer").State} State */
/** @typedef {"play" | "discard" | "give"} Act */
/** @typedef {{act: Act, why: string, confirm: string}} Guard */

/** Milliseconds in which answers are ignored, such as the second click of a double click. */
export const DEAF = 500;

/**
 * Allows an act at once, or asks first. Repeating the click or key does not confirm: only the
 * question's own button does.
 */
export class Asking {
  /** @type {Act | null} */
  agreed = null;

  /**
   * Return whether to do it now; else ask the question.
   *
   * @param {State} state
   * @param {Act} act
   * @param {(deed: {t: "guard", guard: Guard}) => void} ask
   */
  sure(state, act, ask) {
    const agreed = this.agreed === act;
    this.agreed = null;
    const guard = agreed ? null : guardOf(state, act);
    if (guard && state.guard?.act !== act) ask({ t: "guard", guard });
    return guard === null;
  }

  /**
   * Do the confirmed act.
   *
   * @param {State} state
   * @param {Record<Act, () => void>} acts
   */
  agree(state, acts) {
    if (!state.guard) return;
    this.agreed = state.guard.act;
    acts[state.guard.act]();
  }
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
 * Return why the act is a mistake given what the player knows: a play that cannot score, or a
 * discard that certainly loses points.
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
    const which = sure ? what.replace("the", "The") : `Slot ${card.slot}`;
    return `${which} can't be played now${sure ? "" : ", whatever it is"}. Playing it costs a strike.`;
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
