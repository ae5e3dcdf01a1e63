// @ts-check
/** The story of a card: when it was drawn, what each clue said of it. */

import { ownSeat } from "hanabi/table/reducer";
import { clueName } from "hanabi/table/words";

/** @typedef {import("hanabi/table/protocol").Frame} Frame */
/** @typedef {import("hanabi/table/protocol").LogEntry} LogEntry */

/**
 * A line for each thing that happened to a card, oldest first.
 *
 * @param {Frame} frame
 * @param {LogEntry[]} log  all moves so far
 * @param {number} order  the card's draw number
 * @param {number} holder  whose hand it is in
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
        : `Turn ${turn}: ${giver} clued ${name} and not this card, so it is not ${name}.`,
    );
  }
  return lines;
}

/**
 * The turn whose play or discard drew the card; 0 for one that was dealt.
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
