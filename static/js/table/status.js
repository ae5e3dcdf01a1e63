// @ts-check
/** The numbers of the game: clue tokens, strikes, score, deck, pace, turns left. */

import { el, say, set, symbol } from "hanabi/dom";

/** @param {import("hanabi/table/protocol").Rules} rules */
export function createStatus(rules) {
  const clues = pips("Clues", "clues", rules.max_tokens);
  const strikes = pips("Strikes", "strikes", rules.max_strikes);
  const score = figure("Score", "score");
  const deck = figure("Deck", "deck");
  const pace = figure("Pace", "pace");
  set(
    pace.node,
    "title",
    "How many more discards the game can bear and still reach its best score",
  );
  const home = el(
    "a",
    { class: "home", href: "/", "aria-label": "Hanabi Lab" },
    symbol("icon-mark"),
  );
  const node = el(
    "section",
    { class: "panel status", "aria-label": "State of the game" },
    home,
    ...[clues, strikes, score, deck, pace].map((part) => part.node),
  );

  return {
    node,

    /** @param {import("hanabi/table/reducer").State} state */
    update({ frame }) {
      clues.update(frame.tokens);
      strikes.update(frame.strikes);
      score.update(String(frame.score), `/${frame.max_score}`);
      const last = frame.turns_left !== null && frame.status === "running";
      say(deck.label, last ? "Turns left" : "Deck");
      deck.update(String(last ? frame.turns_left : frame.deck));
      deck.node.classList.toggle("last-round", last);
      pace.node.hidden = frame.pace === null;
      pace.update(`${(frame.pace ?? 0) > 0 ? "+" : ""}${frame.pace}`);
      pace.node.classList.toggle("tight", (frame.pace ?? 1) <= 0);
    },
  };
}

/**
 * A row of tokens, some of them lit, with the count in words.
 *
 * @param {string} title
 * @param {string} name
 * @param {number} most
 */
function pips(title, name, most) {
  const label = el("span", { class: "label" }, title);
  const value = el("span", { class: "value" });
  const of = el("span", { class: "of" }, `/${most}`);
  const dots = Array.from({ length: most }, () => el("i", { class: "pip" }));
  const row = el("span", { class: "pips", "aria-hidden": true }, ...dots);
  const node = el("p", { class: name }, label, " ", el("span", { class: "count" }, value, of), row);
  return {
    node,

    /** @param {number} count */
    update(count) {
      say(value, String(count));
      dots.forEach((dot, index) => dot.classList.toggle("on", index < count));
      node.classList.toggle("none", count === 0);
    },
  };
}

/**
 * @param {string} title
 * @param {string} name
 */
function figure(title, name) {
  const label = el("span", { class: "label" }, title);
  const value = el("span", { class: "value" });
  const of = el("span", { class: "of" });
  const node = el("p", { class: name }, label, " ", el("span", { class: "count" }, value, of));
  return {
    node,
    label,

    /**
     * @param {string} text
     * @param {string} [rest]
     */
    update(text, rest = "") {
      say(value, text);
      say(of, rest);
    },
  };
}
