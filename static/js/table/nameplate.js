/** The line above a hand: the player's name, their status, and a legend of the cards' marks. */

import { el, part, say, set, symbol } from "hanabi/dom";
import { createClock } from "hanabi/table/clock";
import { ownSeat } from "hanabi/table/reducer";
import { trustOf } from "hanabi/table/words";

/** @import { Frame } from "game/protocol" */

/** @param {number} seat @param {boolean} mine */
export function createNameplate(seat, mine) {
  const name = el("h2", { class: "name" });
  const agent = el("a", { class: "chip", target: "_blank" });
  const doing = el("span", { class: "doing" });
  const clock = createClock(seat);
  const sitsFor = el("span", { class: "sits-for" });
  const trust = el("span", { class: "trust" });
  const print = mine
    ? ["playable", "trash", "critical"].flatMap((chance) => [
        symbol(`icon-${chance}`),
        ` ${chance}`,
      ])
    : ["under each card: what they know"];
  // Screen readers get this from the cards' names.
  const legend = el("span", { class: "label legend", "aria-hidden": true }, el("span", {}, ...print));

  return part(el("header", {}, name, sitsFor, agent, trust, clock.node, doing, legend), (state) => {
    const { frame } = state;
    clock.update(state);
    const { name: title, address, version, type, page, sits_for: person } = frame.seats[seat];
    const own = seat === ownSeat(frame);
    say(name, own && !person ? "You" : title);
    sitsFor.hidden = !person;
    say(sitsFor, `for ${own ? "you" : person}`);
    agent.hidden = !address && !type;
    const kind = address ? (type ? `bot · ${type}` : "bot") : (type ?? "");
    say(agent, kind);
    set(agent, "aria-label", `About ${title}, ${kind}`);
    set(agent, "href", page ?? null);
    set(agent, "title", version ? `Version ${version}` : null);
    say(trust, trustOf(frame, seat));
    trust.hidden = !trust.textContent;
    say(doing, doingNow(frame, seat));
    legend.hidden = !frame.hands[seat].some((card) => (mine ? card.odds : card.possible));
  });
}

/** @param {Frame} frame @param {number} seat */
function doingNow(frame, seat) {
  const { seats, to_move: mover, paused } = frame;
  if (seat === ownSeat(frame) && !seats[seat].sits_for) return seat === mover ? "your turn" : "";
  if (seats[seat].thinking && !paused) return "thinking…";
  if (seats[seat].present === false) return "away";
  return seat === mover ? "to move" : "";
}
