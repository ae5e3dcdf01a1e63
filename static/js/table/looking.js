// @ts-check
/** Who watches agents: a seat to look from, their pace, a seat to take over, the link. */

import { el } from "hanabi/dom";
import { createDelay } from "hanabi/table/delay";
import { agentsAlone } from "hanabi/table/steering";

/** @typedef {import("hanabi/table/reducer").State} State */
/** @typedef {import("hanabi/table/protocol").Request} Request */

/**
 * @param {State} first
 * @param {(request: Request) => void} send
 */
export function createLooking(first, send) {
  let state = first;
  const { seats, you } = first.frame;
  const viewpoint = el(
    "select",
    { id: "viewpoint", onchange: () => location.replace(viewpoint.value || location.pathname) },
    el("option", { value: "", selected: you === null }, "All hands open"),
    ...seats.map(({ name }, seat) =>
      el("option", { value: `?seat=${seat}`, selected: you === seat }, `From ${name}'s seat`),
    ),
  );
  const delay = createDelay("pace", send);
  const seat = el(
    "select",
    { id: "seat" },
    ...seats.map(({ name }, index) => el("option", { value: index, selected: you === index }, name)),
  );
  const sit = el(
    "button",
    {
      type: "button",
      onclick: () => send({ t: "take_over", v: state.version, seat: Number(seat.value) }),
    },
    "Take over",
  );
  const link = el("input", {
    id: "link",
    readonly: true,
    value: location.origin + location.pathname,
  });
  const copy = el("button", { type: "button", "data-copy": "link" }, "Copy the link");
  const label = (/** @type {string} */ id, /** @type {string} */ text) =>
    el("label", { class: "label", for: id }, text);
  const steers = [
    el("p", {}, label("pace", "A move takes"), delay.node),
    el("p", {}, label("seat", "Sit down for"), el("span", { class: "inline" }, seat, sit)),
  ];
  const node = el(
    "section",
    { class: "panel looking", "aria-label": "Look on" },
    el("p", {}, label("viewpoint", "Hands"), viewpoint),
    ...steers,
    el("p", {}, label("link", "Let others watch"), el("span", { class: "inline" }, link, copy)),
  );

  return {
    node,

    /** @param {State} now */
    update(now) {
      state = now;
      node.hidden = now.frame.status !== "running" || !agentsAlone(now.frame);
      for (const part of steers) part.hidden = !now.frame.may_steer;
      delay.update(now.frame.delay);
    },
  };
}
