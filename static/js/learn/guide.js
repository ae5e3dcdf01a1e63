/** The panel that guides through a lesson: a sentence, what to press, and Back, Next and Skip. */

import { button, el, say } from "hanabi/dom";

/**
 * @param {number} steps
 * @param {HTMLElement} after  shown after the last step
 * @param {{back(): void, next(): void}} go
 */
export function createGuide(steps, after, go) {
  const count = el("span", { class: "label" });
  const bar = el("progress", { max: steps, "aria-hidden": true });
  const skip = el("a", { href: "/learn/" }, "Skip");
  const text = el("p", { class: "say" });
  const ask = el("p", { class: "ask" });
  const back = button({ class: "quiet", onclick: go.back }, "Back");
  const next = button({ class: "primary", onclick: go.next });
  const node = el(
    "section",
    { class: "panel guide", "aria-label": "Lesson" },
    el("div", { class: "where" }, count, bar, back, skip),
    el("div", { class: "words", "aria-live": "polite" }, text, ask),
    next,
    after,
  );

  return {
    node,

    /**
     * @param {object} step
     * @param {number} step.index
     * @param {string} step.say
     * @param {string} step.goOn  the label of “Next”; empty while the step waits for a move
     */
    show({ index, say: words, goOn }) {
      const last = index === steps - 1;
      say(count, `Step ${index + 1} of ${steps}`);
      bar.value = index + 1;
      say(text, words);
      back.hidden = index === 0;
      next.hidden = last || !goOn;
      say(next, goOn);
      skip.hidden = last;
      after.hidden = !last;
    },

    /** @param {string} words */
    ask(words) {
      say(ask, words);
    },

    focus() {
      const at = [next, after.querySelector("button"), back].find((one) => one?.checkVisibility());
      at?.focus({ preventScroll: true });
    },
  };
}
