/** The log of moves, newest first, with agents' reasons in small print. */

import { button, el, part, say, set } from "hanabi/dom";
import { LIST, createStop } from "hanabi/stop";
import { uncounted } from "hanabi/table/words";

/** @import { LogEntry } from "game/protocol" */

const SHOWN = /** @type {const} */ (["n", "text", "why", "how"]);

/** @param {((turn: number) => void) | undefined} [onTurn]  makes turns buttons that call it */
export function createLog(onTurn) {
  const entries = createEntries(onTurn);
  // Not a live region: moves are announced elsewhere. Without buttons it is scrolled by keyboard.
  const box = el("div", { class: "scroll", role: "region", "aria-label": "Moves", tabindex: onTurn ? null : 0 }, entries.node);
  const marks = el("p", { class: "why" });
  const node = el(
    "section",
    { class: "panel sheet log", id: "log-sheet", popover: "auto" },
    el("h2", { class: "label" }, "Log"),
    marks,
    box,
  );
  return part(node, (state) => {
    say(marks, uncounted(state.frame));
    marks.hidden = !marks.textContent;
    entries.update(state);
  });
}

/**
 * Create the list of entries without its panel, newest first; its buttons are one tab stop.
 *
 * @param {((turn: number) => void) | undefined} [onTurn]
 */
export function createEntries(onTurn) {
  const list = el("ol", { class: "entries" });
  const settle = createStop(list, "button, summary", LIST);
  /** @type {LogEntry[]} */
  let shown = [];

  return part(list, ({ log, past }) => {
    // Earlier turns of a replay have fewer lines; after an undo, lines are replaced; at the end of
    // a game they have more reasons, and pseudonyms for strangers.
    const differs = shown.findIndex((entry, index) => SHOWN.some((part) => entry[part] !== log[index]?.[part]));
    const same = differs < 0 ? shown.length : differs;
    for (; shown.length > same; shown.length -= 1) list.firstElementChild?.remove();
    for (const entry of log.slice(same)) list.prepend(line(entry, onTurn));
    shown = [...log];
    for (const item of list.children) {
      set(item, "aria-current", past !== null && item.getAttribute("data-turn") === String(past.turn));
    }
    settle();
  });
}

/** Create a line with the latest entry, for screens without space for the log. */
export function createLastMove() {
  const turn = el("span", { class: "turn-number" });
  const text = el("span", { class: "text" });
  const why = el("span", { class: "why" });
  const node = el("p", { class: "last-move" }, turn, " ", text, " ", why);
  return part(node, ({ log }) => {
    const entry = log.at(-1);
    say(turn, entry && entry.kind !== "note" ? String(entry.turn) : "");
    say(text, entry?.text ?? "No move yet.");
    say(why, entry?.why ?? "");
  });
}

/** @param {LogEntry} entry @param {((turn: number) => void) | undefined} [onTurn] */
export function line(entry, onTurn) {
  const number = entry.kind === "note" ? "" : String(entry.turn);
  const text = el("span", { class: "text" }, entry.text);
  const go = { "aria-label": `Go to turn ${number}`, onclick: () => onTurn?.(entry.turn) };
  const turn =
    onTurn && number
      ? button({ class: "turn-number", ...go }, number)
      : el("span", { class: "turn-number" }, number);
  const strike = entry.kind === "play" && !entry.success;
  const item = el("li", { class: strike ? "entry strike" : "entry", "data-turn": number }, turn, " ", text);
  if (entry.why) item.append(" ", el("span", { class: "why" }, entry.why));
  if (entry.how) {
    const details = el("details", { class: "how" }, el("summary", {}, "Details"), entry.how);
    item.append(" ", details);
  }
  return item;
}
