// @ts-check
/** How the game ended: both scores by name, and where to go from here. */

import { el, say, set } from "hanabi/dom";

/**
 * @param {string} traceUrl
 * @param {string | undefined} againForm  id of the form that starts another game
 */
export function createEnding(traceUrl, againForm) {
  const title = el("h2", { tabindex: -1 });
  const zero = el("dd");
  const stacks = el("dd");
  const replay = el("a", { class: "button" }, "Replay");
  const trace = el("a", { class: "button", href: traceUrl, download: true }, "Download trace");
  const again = el("button", { class: "primary", form: againForm }, "Play again");
  const next = el("a", { class: "button primary" }, "Next game");
  const series = el("p", { class: "why" });
  const node = el(
    "section",
    { class: "panel ending", "aria-label": "End of the game" },
    title,
    el(
      "dl",
      { class: "scores" },
      el("div", {}, el("dt", { class: "label" }, "zero"), zero),
      el("div", {}, el("dt", { class: "label" }, "stacks"), stacks),
    ),
    el("p", { class: "why" }, "zero: nothing after the last strike. stacks: cards played."),
    series,
    el("div", { class: "acts" }, next, again, replay, trace),
  );
  node.hidden = true;

  return {
    node,

    /** @param {import("hanabi/table/reducer").State} state */
    update({ frame: { ending, scoring, series: games, may_steer: steers } }) {
      if (!ending) return;
      say(title, ending.text);
      say(zero, String(ending.zero));
      say(stacks, String(ending.stacks));
      zero.classList.toggle("counts", scoring === "zero");
      stacks.classList.toggle("counts", scoring === "stacks");
      set(replay, "href", ending.replay);
      set(next, "href", ending.next);
      next.hidden = !ending.next;
      again.hidden = !againForm || !steers || Boolean(ending.next);
      const scores = games?.[scoring] ?? [];
      say(series, scores.length > 1 ? `Scores of the series: ${scores.join(", ")}.` : "");
      if (!node.hidden) return;
      node.hidden = false;
      // Seen only if the game ends before the player's eyes.
      if (node.isConnected) title.focus();
    },
  };
}
