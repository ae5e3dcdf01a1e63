/** Look back at earlier turns during a game: the table at that turn, and buttons to step. */

import { button, el, iconButton, part, say, set } from "hanabi/dom";
import { withLayer } from "hanabi/table/conventions";
import { ownSeat } from "hanabi/table/reducer";

/** @import { State } from "hanabi/table/reducer" */

/**
 * Return the state to show: cards and numbers of the chosen turn, but the present's people, turn and
 * clock; without the layer of conventions if it is off.
 *
 * @param {State} state
 * @returns {State}
 */
export function shown(state) {
  const { past, frame } = state;
  if (!past) return withLayer(state);
  const { seats, proposal, trouble, status, paused, to_move: mover, clock } = frame;
  const then = { ...past.frame, seats, proposal, trouble, status, paused, to_move: mover, clock };
  return withLayer({ ...state, frame: then, log: past.frame.log });
}

/** Return the number of moves made at the turn being shown. @param {State} state */
export function turnShown({ past, frame }) {
  return past ? past.turn : frame.turn - 1;
}

/** @param {(turn: number) => void} look */
export function createRewind(look) {
  let turn = 0;
  const when = el("strong");
  const where = el("span");
  const mine = el("span", { class: "doing" }, "It is your turn now.");
  const back = iconButton("back", "One turn back", () => look(turn - 1));
  const forward = iconButton("forward", "One turn on", () => look(turn + 1));
  const now = button({ class: "primary", onclick: () => look(Infinity) }, "Back to now");
  const node = el(
    "section",
    { class: "panel rewind", "aria-label": "An earlier turn" },
    el("p", { class: "text", role: "status" }, when, " ", where, " ", mine),
    el("div", { class: "acts" }, back, forward, now),
  );

  return part(node, (state) => {
    node.hidden = !state.past;
    turn = turnShown(state);
    say(when, `Turn ${turn} of ${state.past?.of ?? turn}: the past.`);
    say(where, turn ? (state.log.findLast(({ kind }) => kind !== "note")?.text ?? "") : "The deal.");
    mine.hidden = state.frame.to_move !== (ownSeat(state.frame) ?? -1);
    set(back, "aria-disabled", turn === 0);
  });
}
