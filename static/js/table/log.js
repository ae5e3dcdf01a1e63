// @ts-check
/** What happened, newest first, each agent's reason in small print. */

import { el, say } from "hanabi/dom";

/** @typedef {import("hanabi/table/reducer").State} State */
/** @typedef {import("hanabi/table/protocol").LogEntry} LogEntry */

/** @param {((turn: number) => void) | undefined} [onTurn] given, turns are buttons that go there */
export function createLog(onTurn) {
  const list = el("ol", { class: "entries" });
  const box = el("div", { class: "scroll", role: "log", "aria-label": "Moves", tabindex: 0 }, list);
  const node = el(
    "section",
    { class: "panel sheet log", id: "log-sheet", popover: "auto" },
    el("h2", { class: "label" }, "Log"),
    box,
  );
  let shown = 0;

  return {
    node,

    /** @param {State} state */
    update({ log }) {
      // A shorter log is an earlier turn of a replay: start over.
      while (shown > log.length) {
        list.firstElementChild?.remove();
        shown -= 1;
      }
      for (; shown < log.length; shown += 1) list.prepend(line(log[shown], onTurn));
    },
  };
}

/** The last thing that happened, for screens without room for the log. */
export function createLastMove() {
  const turn = el("span", { class: "turn-number" });
  const text = el("span", { class: "text" });
  const why = el("span", { class: "why" });
  const node = el("p", { class: "last-move", role: "status" }, turn, " ", text, " ", why);
  return {
    node,

    /** @param {State} state */
    update({ log }) {
      const entry = log.at(-1);
      say(turn, entry && entry.kind !== "note" ? String(entry.turn) : "");
      say(text, entry?.text ?? "No move yet.");
      say(why, entry?.why ?? "");
    },
  };
}

/**
 * @param {LogEntry} entry
 * @param {((turn: number) => void) | undefined} onTurn
 */
function line(entry, onTurn) {
  const number = entry.kind === "note" ? "" : String(entry.turn);
  const text = el("span", { class: "text" }, entry.text);
  const turn =
    onTurn && number
      ? el(
          "button",
          {
            type: "button",
            class: "turn-number",
            "aria-label": `Go to turn ${number}`,
            onclick: () => onTurn(entry.turn),
          },
          number,
        )
      : el("span", { class: "turn-number" }, number);
  const strike = entry.kind === "play" && !entry.success;
  const item = el("li", { class: strike ? "entry strike" : "entry" }, turn, " ", text);
  if (entry.why) item.append(" ", el("span", { class: "why" }, entry.why));
  return item;
}
