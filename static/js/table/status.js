/**
 * The numbers of the game: clue tokens, strikes, score, deck, pace, efficiency, turns left.
 *
 * The name of each is a button that opens a sheet with all values and what they mean. The texts are
 * the glossary's, fetched when first needed.
 */

import { answer } from "hanabi/answer";
import { button, el, part, say, set, symbol } from "hanabi/dom";
import { scoreOf } from "hanabi/table/words";

/** @import { Frame, ShownRules } from "game/protocol" */
/** @typedef {Record<string, {means: string, formula: string}>} Texts */

const SHEET = "figures-sheet";

/**
 * The value of each figure and what it is out of, by its term in game/board/terms.py, in the order
 * of the sheet.
 */
const NOW = /** @type {Record<string, (frame: Frame) => [string | number, string?]>} */ ({
  "clue token": ({ tokens, rules }) => [tokens, `/${rules.max_tokens}`],
  strike: ({ strikes, rules }) => [strikes, `/${rules.max_strikes}`],
  score: (frame) => [scoreOf(frame)[0], `/${scoreOf(frame)[1]}`],
  "maximum score": ({ max_score: most }) => [most],
  deck: ({ deck }) => [deck],
  "turns left": ({ turns_left: left, most_turns: most }) => [
    left ?? (most === null ? "–" : `at most ${most}`),
  ],
  pace: ({ pace }) => [pace === null ? "–" : `${pace > 0 ? "+" : ""}${pace}`],
  efficiency: ({ efficiency }) => [efficiency === null ? "–" : efficiency.toFixed(2)],
});

/** @type {Texts | null} */
let fetched = null;

/** @param {ShownRules} rules */
export function createStatus(rules) {
  const sheet = createSheet();
  const clues = figure("Clues", "clue token", "clues", sheet.show);
  const strikes = figure("Strikes", "strike", "strikes", sheet.show);
  const score = figure("Score", "score", "score", sheet.show);
  const deck = figure("Deck", "deck", "deck", sheet.show);
  const pace = figure("Pace", "pace", "pace", sheet.show);
  const efficiency = figure("Efficiency", "efficiency", "efficiency", sheet.show);
  const figures = [clues, strikes, score, deck, pace, efficiency];
  const showClues = addPips(clues.node, rules.max_tokens);
  const showStrikes = addPips(strikes.node, rules.max_strikes);
  const home = el(
    "a",
    { class: "home", href: "/", "aria-label": "Hanabi Lab" },
    symbol("icon-mark"),
  );
  const node = el(
    "section",
    { class: "panel status", "aria-label": "State of the game" },
    home,
    ...figures.map((one) => one.node),
    sheet.node,
  );

  return part(node, ({ frame }) => {
    const last = frame.turns_left !== null && frame.status === "running";
    deck.rename(last ? "Turns left" : "Deck", last ? "turns left" : "deck");
    deck.node.classList.toggle("last-round", last);
    for (const one of figures) one.update(frame);
    showClues(frame.tokens);
    showStrikes(frame.strikes);
    pace.node.hidden = frame.pace === null;
    pace.node.classList.toggle("tight", (frame.pace ?? 1) <= 0);
    efficiency.node.hidden = frame.efficiency === null;
    sheet.update(frame);
  });
}

/**
 * Create a figure whose name is a button that opens its explanation.
 *
 * @param {string} title
 * @param {string} term
 * @param {string} name  class of its node
 * @param {(term: string) => void} explain
 */
function figure(title, term, name, explain) {
  let shown = term;
  const text = el("span", {}, title);
  const mark = el("span", { class: "mark-of-question", "aria-hidden": true }, "?");
  const hint = { popovertarget: SHEET, title: "What is this?", onclick: () => explain(shown) };
  const label = button({ class: "label figure-name", ...hint }, text, mark);
  const value = el("span", { class: "value" });
  const of = el("span", { class: "of" });
  const count = el("span", { class: "count" }, value, of);
  return {
    node: el("p", { class: name }, label, " ", count),

    /** Show another figure in its place. @param {string} otherTitle @param {string} otherTerm */
    rename(otherTitle, otherTerm) {
      say(text, otherTitle);
      shown = otherTerm;
    },

    /** @param {Frame} frame */
    update(frame) {
      const [now, rest = ""] = NOW[shown](frame);
      say(value, String(now));
      say(of, rest);
    },
  };
}

/**
 * Add a row of tokens to a figure; return the function that lights some of them.
 *
 * @param {HTMLElement} node
 * @param {number} most
 */
function addPips(node, most) {
  const dots = Array.from({ length: most }, () => el("i", { class: "pip" }));
  node.append(el("span", { class: "pips", "aria-hidden": true }, ...dots));

  return (/** @type {number} */ count) => {
    dots.forEach((dot, index) => dot.classList.toggle("on", index < count));
    node.classList.toggle("none", count === 0);
  };
}

/** Create the sheet that explains the figures. */
function createSheet() {
  const entries = Object.keys(NOW).map((term) => {
    const now = el("span", { class: "now" });
    const means = el("span", {});
    const formula = el("span", { class: "formula" });
    const name = term[0].toUpperCase() + term.slice(1);
    const node = el("div", {}, el("dt", {}, name, " ", now), el("dd", {}, means, formula));
    return { term, node, now, means, formula };
  });
  const node = el(
    "section",
    { class: "panel sheet figures-sheet", id: SHEET, popover: "auto", "aria-label": "Figures" },
    el("h2", { class: "label" }, "What the figures mean"),
    el("dl", {}, ...entries.map((entry) => entry.node)),
    el("p", {}, el("a", { href: "/learn/glossary/" }, "All words")),
  );

  return {
    node,

    /** Explain one figure. @param {string} asked */
    async show(asked) {
      for (const { term, node: entry } of entries) {
        set(entry, "aria-current", term === asked ? "true" : null);
      }
      fetched ??= await answer("/learn/figures.json");
      if (!fetched) return;
      for (const { term, means, formula } of entries) {
        say(means, fetched[term].means);
        say(formula, fetched[term].formula);
      }
      entries.find(({ term }) => term === asked)?.node.scrollIntoView({ block: "nearest" });
    },

    /** @param {Frame} frame */
    update(frame) {
      for (const { term, now } of entries) say(now, NOW[term](frame).join(""));
    },
  };
}
