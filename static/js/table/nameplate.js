// @ts-check
/** Over a hand: who sits there, what they are doing, and what the small print on the cards is. */

import { el, say, symbol } from "hanabi/dom";
import { ownSeat } from "hanabi/table/reducer";

/** @typedef {import("hanabi/table/protocol").Frame} Frame */

/**
 * @param {number} seat
 * @param {boolean} mine
 */
export function createNameplate(seat, mine) {
  const name = el("h2", { class: "name" });
  const kind = el("span", { class: "chip" });
  const doing = el("span", { class: "doing" });
  const print = mine
    ? ["playable", "trash", "critical"].flatMap((chance) => [
        symbol(`icon-${chance}`),
        ` ${chance}`,
      ])
    : ["below: what they know"];
  const legend = el("span", { class: "label legend" }, ...print);

  return {
    node: el("header", {}, name, kind, doing, legend),

    /** @param {Frame} frame */
    update(frame) {
      const { name: title, kind: who, address, version } = frame.seats[seat];
      say(name, seat === ownSeat(frame) ? "You" : title);
      kind.hidden = who !== "agent";
      say(kind, [address, version].filter(Boolean).join(" "));
      say(doing, doingNow(frame, seat));
      legend.hidden = !frame.hands[seat].some((card) => (mine ? card.odds : card.possible));
    },
  };
}

/**
 * @param {Frame} frame
 * @param {number} seat
 */
function doingNow(frame, seat) {
  const { seats, to_move: mover, paused } = frame;
  if (seat === ownSeat(frame)) return seat === mover ? "your turn" : "";
  if (seats[seat].thinking && !paused) return "thinking…";
  if (seats[seat].present === false) return "away";
  return seat === mover ? "to move" : "";
}
