/** Controls of spectators: viewpoint, why hands are hidden, agents' pace and seats, the link. */

import { button, el, menu, part, say } from "hanabi/dom";
import { createDelay } from "hanabi/table/delay";
import { ownSeat } from "hanabi/table/reducer";
import { agentsAlone } from "hanabi/table/steering";

/** @import { State } from "hanabi/table/reducer" */
/** @import { Request } from "hanabi/table/socket" */

/** @param {State} first @param {(request: Request) => void} send */
export function createLooking(first, send) {
  let state = first;
  const { seats, you } = first.frame;
  const viewpoint = menu(
    { id: "viewpoint", onchange: () => location.replace(viewpoint.value || location.pathname) },
    [["All hands", ""], ...seats.map(({ name }, seat) => [`${name}'s view`, `?seat=${seat}`])],
    you === null ? "" : `?seat=${you}`,
  );
  const views = el("p", {}, el("label", { class: "label", for: "viewpoint" }, "View as"), viewpoint);
  const told = el("p", { class: "closed-hands" });
  const delay = createDelay("pace", send);
  const seat = menu({ id: "seat" }, seats.map(({ name }, index) => [name, index]), you);
  const sit = button(
    { onclick: () => send({ t: "take_over", v: state.version, seat: Number(seat.value) }) },
    "Take over",
  );
  const link = el("input", {
    id: "link",
    readonly: true,
    value: location.origin + location.pathname,
  });
  const copy = button({ "data-copy": "link" }, "Copy link");
  const label = (/** @type {string} */ id, /** @type {string} */ text) =>
    el("label", { class: "label", for: id }, text);
  const steers = [
    el("p", {}, label("pace", "Speed"), delay.node),
    el("p", {}, label("seat", "Take over from"), el("span", { class: "inline" }, seat, sit)),
  ];
  const node = el(
    "section",
    { class: "panel looking", "aria-label": "Look on" },
    told,
    views,
    ...steers,
    el("p", {}, label("link", "Link to watch"), el("span", { class: "inline" }, link, copy)),
  );

  return part(node, (now) => {
    state = now;
    const people = !agentsAlone(now.frame);
    node.hidden = now.frame.status !== "running" || ownSeat(now.frame) !== null;
    say(told, people ? whyClosed(now.frame) : "");
    told.hidden = !told.textContent;
    views.hidden = people && !now.frame.may_look;
    for (const one of steers) one.hidden = people || !now.frame.may_steer;
    say(viewpoint.options[0], people ? "All hands hidden" : "All hands open");
    delay.update(now.frame.delay);
  });
}

/**
 * Return a sentence on what spectators of a game of people can see, and why not more.
 *
 * @param {import("game/protocol").Frame} frame
 */
function whyClosed({ may_look: mayLook, watching, you, seats, watch_delay: behind }) {
  const late = behind ? `, ${behind} ${behind === 1 ? "move" : "moves"} late` : "";
  if (watching && you !== null) return `You see what ${seats[you].name} sees${late}.`;
  if (mayLook) return `All hands are hidden while people play. Choose a player to see what they see${late}.`;
  return "All hands are hidden until the game is over, so that nobody can tell the players their cards.";
}
