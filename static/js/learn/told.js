/** Instructions of a lesson: which control to press next, as a selector and as a sentence. */

import { mates, target } from "hanabi/table/clues";
import { clueName } from "hanabi/table/words";

/** @import { Move } from "hanabi/table/guard" */
/** @import { State } from "hanabi/table/reducer" */

/**
 * Return the selector of the control to press next, and the sentence that asks for it.
 *
 * @param {State} state
 * @param {Move} act  that ends the step
 * @param {boolean} padIsOpen  whether the clue pad is visible; on a phone a button opens it
 * @returns {{press: string, words: string}}
 */
export function told(state, act, padIsOpen) {
  const { frame, selected, aim } = state;
  if (act.t === "clue") {
    const name = clueName(frame.rules, act.value);
    const aimed = target(state) === act.seat;
    if (aimed && aim?.pinned && aim.value === act.value) {
      return { press: "[data-act=give]", words: `Press Give ${name}.` };
    }
    if (!padIsOpen) return { press: "[data-act=open-clues]", words: "Press Clue…" };
    if (!aimed) {
      const place = mates(frame).indexOf(act.seat) + 1;
      return { press: `.target:nth-child(${place})`, words: `Press ${frame.seats[act.seat].name}.` };
    }
    const where = `under Clue ${frame.seats[act.seat].name}`;
    return { press: `.value[data-value="${act.value}"]`, words: `Press ${name} ${where}.` };
  }
  const card = frame.hands[frame.you ?? 0].find(({ order }) => order === act.order);
  const slot = `slot ${card?.slot}`;
  if (selected !== act.order) {
    return { press: `.card[data-order="${act.order}"]`, words: `Choose your ${slot}.` };
  }
  const verb = act.t === "play" ? "Play" : "Discard";
  return { press: `[data-act=${act.t}]`, words: `Press ${verb} ${slot}.` };
}

/**
 * Return whether `act` is the move that the step waits for.
 *
 * @param {Move} act
 * @param {Move} wanted
 */
export function same(act, wanted) {
  if (act.t === "clue") {
    return wanted.t === "clue" && act.seat === wanted.seat && act.value === wanted.value;
  }
  return wanted.t === act.t && act.order === wanted.order;
}
