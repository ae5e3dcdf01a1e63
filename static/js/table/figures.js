/**
 * Explanations of the board's figures: each name is a button that opens a sheet with its value and
 * definition. The texts are the glossary's, fetched when first needed.
 */

import { answer } from "hanabi/answer";
import { button, el, say, set } from "hanabi/dom";

/** @import { Frame } from "game/protocol" */
/** @typedef {{node: HTMLButtonElement, rename(title: string, term: string): void}} Label */
/** @typedef {Record<string, {means: string, formula: string}>} Texts */

const SHEET = "figures-sheet";

/** The value of each figure in the order of the sheet, by its term in game/board/terms.py. */
const NOW = /** @type {Record<string, (frame: Frame) => string>} */ ({
  "clue token": ({ tokens, rules }) => `${tokens}/${rules.max_tokens}`,
  strike: ({ strikes, rules }) => `${strikes}/${rules.max_strikes}`,
  score: ({ score, max_score: most }) => `${score}/${most}`,
  "maximum score": ({ max_score: most }) => String(most),
  deck: ({ deck }) => String(deck),
  "turns left": ({ turns_left: left, most_turns: most }) =>
    left !== null ? String(left) : most === null ? "–" : `at most ${most}`,
  pace: ({ pace }) => (pace === null ? "–" : `${pace > 0 ? "+" : ""}${pace}`),
  efficiency: ({ efficiency }) => (efficiency === null ? "–" : efficiency.toFixed(2)),
});

/** @type {Texts | null} */
let fetched = null;

export function createFigures() {
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

  /** @param {string} asked */
  async function show(asked) {
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
  }

  return {
    node,

    /**
     * Create the name of a figure as a button that opens its explanation.
     *
     * @param {string} title
     * @param {string} term
     * @returns {Label}
     */
    ask(title, term) {
      let asked = term;
      const text = el("span", {}, title);
      const mark = el("span", { class: "mark-of-question", "aria-hidden": true }, "?");
      const hint = { popovertarget: SHEET, title: "What is this?", onclick: () => show(asked) };
      return {
        node: button({ class: "label figure-name", ...hint }, text, mark),
        rename(now, of) {
          say(text, now);
          asked = of;
        },
      };
    },

    /** @param {Frame} frame */
    update(frame) {
      for (const { term, now } of entries) say(now, NOW[term](frame));
    },
  };
}
