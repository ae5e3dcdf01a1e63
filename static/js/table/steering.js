// @ts-check
/** Steering a table of agents: pause, step, speed, and sitting down in an agent's place. */

import { el, say, set, symbol } from "hanabi/dom";
import { createDelay } from "hanabi/table/delay";

/** @typedef {import("hanabi/table/reducer").State} State */
/** @typedef {import("hanabi/table/protocol").Request} Request */

/**
 * @param {State} first
 * @param {(request: Request) => void} send
 * @param {string} replayUrl
 */
export function createSteering(first, send, replayUrl) {
  let state = first;
  const told = el("p", { class: "told", role: "status" });
  const icon = symbol("icon-pause");
  const word = el("span", {}, "Pause");
  const pause = el(
    "button",
    {
      type: "button",
      class: "primary",
      onclick: () => send({ t: "pause", paused: !state.frame.paused }),
    },
    icon,
    word,
  );
  const step = el(
    "button",
    {
      type: "button",
      onclick: () => send({ t: "step", v: state.version }),
    },
    symbol("icon-forward"),
    "One move",
  );
  const back = el("a", { class: "button" }, symbol("icon-back"), "Look back");
  const delay = createDelay("pace", send);
  const seat = el(
    "select",
    { id: "seat" },
    ...first.frame.seats.map(({ name }, index) => el("option", { value: index }, name)),
  );
  const sit = el(
    "button",
    {
      type: "button",
      onclick: () => send({ t: "take_over", v: state.version, seat: Number(seat.value) }),
    },
    "Take over",
  );
  const node = el(
    "section",
    { class: "panel steering", "aria-label": "Steer the table" },
    told,
    el("div", { class: "acts" }, back, pause, step),
    el("div", { class: "acts" }, el("label", { for: "pace" }, "A move takes"), delay.node),
    el("div", { class: "acts" }, el("label", { for: "seat" }, "Sit down for"), seat, sit),
  );

  return {
    node,

    /** @param {State} now */
    update(now) {
      state = now;
      const { frame, refusal, sending } = now;
      const { paused, may_steer: steers, you, status, series, seats, to_move: mover } = frame;
      node.hidden = !steers || you !== null || status !== "running";
      say(word, paused ? "Go on" : "Pause");
      set(icon.firstElementChild ?? icon, "href", paused ? "#icon-playable" : "#icon-pause");
      set(step, "aria-disabled", !paused || sending !== null);
      set(back, "href", `${replayUrl}#${frame.turn - 1}`);
      delay.update(frame.delay);
      const game =
        series && series.planned > 1 ? `Game ${series.number} of ${series.planned}. ` : "";
      const doing = paused ? "Paused." : mover === null ? "" : `${seats[mover].name} is to move.`;
      say(told, refusal ?? game + doing);
    },
  };
}
