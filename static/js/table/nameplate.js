// @ts-check
/** Over a hand: who sits there, what they are doing, and what the small print on the cards is. */

import { el, say, set, symbol } from "hanabi/dom";
import { ownSeat } from "hanabi/table/reducer";

/** @typedef {import("hanabi/table/protocol").Frame} Frame */

/**
 * @param {number} seat
 * @param {boolean} mine
 */
export function createNameplate(seat, mine) {
  const name = el("h2", { class: "name" });
  const agent = el("a", { class: "chip", target: "_blank" });
  const doing = el("span", { class: "doing" });
  const print = mine
    ? ["playable", "trash", "critical"].flatMap((chance) => [
        symbol(`icon-${chance}`),
        ` ${chance}`,
      ])
    : ["below: what they know"];
  const legend = el("span", { class: "label legend" }, ...print);

  return {
    node: el("header", {}, name, agent, doing, legend),

    /** @param {Frame} frame */
    update(frame) {
      const { name: title, address, version, page } = frame.seats[seat];
      say(name, seat === ownSeat(frame) ? "You" : title);
      agent.hidden = !address;
      say(agent, address ?? "");
      set(agent, "href", page ?? null);
      set(agent, "title", version ? `Version ${version}` : null);
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
