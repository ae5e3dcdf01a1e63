// @ts-check
/** How the game ended: both scores by name, and where to go from here. */

import { el, say, set } from "hanabi/dom";
import { createFollowing } from "hanabi/table/following";
import { ownSeat } from "hanabi/table/reducer";
import { mean } from "hanabi/table/words";

/**
 * @param {string} traceUrl
 * @param {string | undefined} againForm  id of the form that starts another game; without one an
 *   experiment drew the partner, and its questions come first
 * @param {{survey?: string, mine?: string}} pages  questions about this game, and the own page
 */
export function createEnding(traceUrl, againForm, pages) {
  const title = el("h2", { tabindex: -1 });
  const zero = el("dd");
  const stacks = el("dd");
  const replay = el("a", { class: "button" }, "Replay");
  const trace = el("a", { class: "button", href: traceUrl, download: true }, "Download trace");
  const again = el("button", { class: "primary", form: againForm }, "Play again");
  const next = el("a", { class: "button primary" }, "Next game");
  const questions = el("a", { href: pages.survey }, "How was your partner?");
  questions.className = againForm ? "button" : "button primary";
  const middle = againForm ? [replay, questions] : [questions, replay];
  const mine = el("a", { class: "button", href: pages.mine }, "How you play");
  const series = el("p", { class: "why" });
  const following = createFollowing();
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
    el("p", { class: "why gloss" }, "zero: nothing after the last strike. stacks: cards played."),
    series,
    following.node,
    el("div", { class: "acts" }, next, again, ...middle, mine, trace),
  );
  node.hidden = true;

  return {
    node,

    /** @param {import("hanabi/table/reducer").State} state */
    update({ frame }) {
      const { seats, ending, scoring, series: games, may_steer: steers } = frame;
      if (!ending) return;
      const watches = ownSeat(frame) === null;
      // The next game is seen from the same seat.
      const follower = ending.next && ending.next + location.search;
      say(title, ending.text);
      say(zero, String(ending.zero));
      say(stacks, String(ending.stacks));
      zero.classList.toggle("counts", scoring === "zero");
      stacks.classList.toggle("counts", scoring === "stacks");
      set(replay, "href", ending.replay);
      set(next, "href", follower);
      next.hidden = !follower;
      mine.hidden = watches;
      questions.hidden = watches || seats.every((seat) => seat.kind !== "agent");
      // Only out of a game that ended while this page was open; a series of people waits for a click.
      if (follower && watches && games && games.number < games.planned) following.start(follower);
      again.hidden = !againForm || !steers || Boolean(follower);
      say(again, watches ? "Watch another" : "Play again");
      const scores = games?.[scoring] ?? [];
      const list = `Scores of the series: ${scores.join(", ")}. Mean ${mean(scores)}.`;
      say(series, scores.length > 1 ? list : "");
      if (!node.hidden) return;
      node.hidden = false;
      // Only if the game ends while the player looks on.
      if (node.isConnected) title.focus();
    },
  };
}
