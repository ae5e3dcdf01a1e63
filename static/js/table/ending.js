// @ts-check
/** How the game ended: both scores by name, and where to go from here. */

import { el, say, set } from "hanabi/dom";

/**
 * @param {string} traceUrl
 * @param {string | undefined} againForm  id of the form that starts another game
 */
export function createEnding(traceUrl, againForm) {
  const title = el("h2", { tabindex: -1 });
  const zero = el("p", { class: "score" });
  const stacks = el("p", { class: "score" });
  const replay = el("a", { class: "button" }, "Replay");
  const trace = el("a", { class: "button", href: traceUrl, download: true }, "Download trace");
  const again = el("button", { class: "primary", form: againForm }, "Play again");
  again.hidden = !againForm;
  const node = el(
    "section",
    { class: "panel ending", "aria-label": "End of the game" },
    el("div", {}, title, el("div", { class: "scores" }, zero, stacks)),
    el("div", { class: "acts" }, again, replay, trace),
  );
  node.hidden = true;

  return {
    node,

    /** @param {import("hanabi/table/reducer").State} state */
    update({ frame: { ending, scoring } }) {
      if (!ending) return;
      say(title, ending.text);
      for (const [line, name] of /** @type {const} */ ([[zero, "zero"], [stacks, "stacks"]])) {
        line.replaceChildren(
          el("span", { class: "label" }, name === "zero" ? "Score, 0 after the last strike (zero)" : "Cards played (stacks)"),
          el("strong", {}, String(ending[name])),
        );
        line.classList.toggle("counts", scoring === name);
      }
      set(replay, "href", ending.replay);
      if (!node.hidden) return;
      node.hidden = false;
      // Seen only if the game ends before the player's eyes.
      if (node.isConnected) title.focus();
    },
  };
}
