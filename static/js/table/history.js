/** The history of a card: when it was drawn, and each clue that concerns it. */

import { ownSeat } from "hanabi/table/reducer";
import { clueName } from "hanabi/table/words";

/** @import { Frame, LogEntry } from "game/protocol" */

/**
 * Return a line for each event of a card, oldest first.
 *
 * @param {Frame} frame
 * @param {LogEntry[]} log  all moves so far
 * @param {number} order  the card's draw number
 * @param {number} holder  seat that holds the card
 */
export function historyOf(frame, log, order, holder) {
  const { rules, seats } = frame;
  const moves = log.filter(({ kind }) => kind !== "note");
  const drawn = drawnAt(moves, order, seats.length * rules.hand_size);
  const lines = [drawn ? `Drawn at turn ${drawn}.` : "Dealt at the start."];
  for (const { kind, turn, seat, target, value, touches } of moves) {
    if (kind !== "clue" || target !== holder || turn <= drawn || value === undefined) continue;
    const giver = seat === ownSeat(frame) ? "you" : seats[seat ?? 0].name;
    const name = clueName(rules, value);
    lines.push(
      touches?.includes(order)
        ? `Turn ${turn}: ${giver} clued ${name}.`
        : `Turn ${turn}: ${giver} clued ${name} and not this card${rules.misses?.includes(value) ? "" : `, so it is not ${name}`}.`,
    );
  }
  return lines;
}

/**
 * Return a line for each note that people wrote on a card, oldest first.
 *
 * @param {import("hanabi/table/reducer").State} state
 * @param {number} order  the card's draw number
 */
export function notesOn({ frame, notes }, order) {
  const own = notes.filter((note) => note.order === order && note.text);
  return own.map(({ turn, seat, text }) => {
    const author = seat === ownSeat(frame) ? "you" : frame.seats[seat].name;
    return `${turn ? `Turn ${turn}, ` : ""}${author}: ${text}`;
  });
}

/**
 * Return the turn after whose play or discard the card was drawn; 0 if it was dealt.
 *
 * @param {LogEntry[]} moves
 * @param {number} order
 * @param {number} dealt
 */
function drawnAt(moves, order, dealt) {
  if (order < dealt) return 0;
  const draws = moves.filter(({ kind }) => kind !== "clue");
  return draws[order - dealt]?.turn ?? 0;
}
