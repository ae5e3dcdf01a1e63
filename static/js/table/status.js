/** The numbers of the game: clue tokens, strikes, score, deck, pace, efficiency, turns left. */

import { el, say, symbol } from "hanabi/dom";
import { createFigures } from "hanabi/table/figures";
import { part } from "hanabi/table/part";

/** @param {import("game/protocol").ShownRules} rules */
export function createStatus(rules) {
  const figures = createFigures();
  const clues = pips(figures.ask("Clues", "clue token"), "clues", rules.max_tokens);
  const strikes = pips(figures.ask("Strikes", "strike"), "strikes", rules.max_strikes);
  const score = figure(figures.ask("Score", "score"), "score");
  const deck = figure(figures.ask("Deck", "deck"), "deck");
  const pace = figure(figures.ask("Pace", "pace"), "pace");
  const efficiency = figure(figures.ask("Efficiency", "efficiency"), "efficiency");
  const home = el(
    "a",
    { class: "home", href: "/", "aria-label": "Hanabi Lab" },
    symbol("icon-mark"),
  );
  const node = el(
    "section",
    { class: "panel status", "aria-label": "State of the game" },
    home,
    ...[clues, strikes, score, deck, pace, efficiency].map((one) => one.node),
    figures.node,
  );

  return part(node, ({ frame }) => {
    clues.update(frame.tokens);
    strikes.update(frame.strikes);
    score.update(String(frame.score), `/${frame.max_score}`);
    const last = frame.turns_left !== null && frame.status === "running";
    deck.label.rename(last ? "Turns left" : "Deck", last ? "turns left" : "deck");
    deck.update(String(last ? frame.turns_left : frame.deck));
    deck.node.classList.toggle("last-round", last);
    pace.node.hidden = frame.pace === null;
    pace.update(`${(frame.pace ?? 0) > 0 ? "+" : ""}${frame.pace}`);
    pace.node.classList.toggle("tight", (frame.pace ?? 1) <= 0);
    efficiency.node.hidden = frame.efficiency === null;
    efficiency.update((frame.efficiency ?? 0).toFixed(2));
    figures.update(frame);
  });
}

/** @import { Label } from "hanabi/table/figures" */

/**
 * Create a row of tokens, some of them lit, with the count as text.
 *
 * @param {Label} label
 * @param {string} name
 * @param {number} most
 */
function pips(label, name, most) {
  const { node, update } = figure(label, name);
  const dots = Array.from({ length: most }, () => el("i", { class: "pip" }));
  node.append(el("span", { class: "pips", "aria-hidden": true }, ...dots));
  return {
    node,

    /** @param {number} count */
    update(count) {
      update(String(count), `/${most}`);
      dots.forEach((dot, index) => dot.classList.toggle("on", index < count));
      node.classList.toggle("none", count === 0);
    },
  };
}

/**
 * @param {Label} label
 * @param {string} name
 */
function figure(label, name) {
  const value = el("span", { class: "value" });
  const of = el("span", { class: "of" });
  const count = el("span", { class: "count" }, value, of);
  const node = el("p", { class: name }, label.node, " ", count);
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
