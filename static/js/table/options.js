// @ts-check
/** The sheet of keys and settings: bots' thinking time, single keys, giving up. */

import { el } from "hanabi/dom";
import { createDelay } from "hanabi/table/delay";
import { KEYS, WATCHING_KEYS } from "hanabi/table/keys";
import { ownSeat } from "hanabi/table/reducer";

/** @typedef {import("hanabi/table/reducer").State} State */
/** @typedef {import("hanabi/table/protocol").Request} Request */

/** Whether single keys act: the person's choice, kept in this browser where it lets us. */
export function keysAreOn() {
  try {
    return localStorage.getItem("keys") !== "off";
  } catch {
    return true;
  }
}

/**
 * @param {State} first
 * @param {(request: Request) => void} send
 */
export function createOptions(first, send) {
  const listed = ownSeat(first.frame) === null ? WATCHING_KEYS : KEYS;
  let version = 0;
  const delay = createDelay("delay", send);
  const keys = el("input", {
    id: "keys",
    type: "checkbox",
    checked: keysAreOn(),
    onchange: () => localStorage.setItem("keys", keys.checked ? "on" : "off"),
  });
  const giveUp = el(
    "button",
    {
      type: "button",
      onclick: () => {
        if (!confirm("End the game here, for everybody?")) return;
        node.hidePopover();
        send({ t: "give_up", v: version });
      },
    },
    "End the game",
  );
  const settings = el(
    "div",
    { class: "settings" },
    el("p", {}, el("label", { for: "delay" }, "Bots think for "), delay.node),
    el("p", {}, giveUp),
  );
  const node = el(
    "section",
    {
      class: "panel sheet options",
      id: "options-sheet",
      popover: "auto",
      role: "dialog",
      "aria-label": "Keys and options",
    },
    el("h2", { class: "label" }, "Options"),
    settings,
    el("p", {}, keys, el("label", { for: "keys" }, " Single keys act on the table")),
    el("p", {}, el("button", { type: "button", "data-theme-switch": true }, "Dark or light")),
    el("h2", { class: "label" }, "Keys"),
    el(
      "dl",
      { class: "keys" },
      ...listed.flatMap(([key, does]) => [el("dt", {}, key), el("dd", {}, does)]),
    ),
  );

  return {
    node,

    /** @param {State} state */
    update({ frame, version: v }) {
      version = v;
      settings.hidden = !frame.may_steer || frame.status !== "running";
      delay.update(frame.delay);
    },
  };
}
