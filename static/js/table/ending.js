/** The end of a game: how it ended, its scores, and links to what comes next. */

import { button, el, part, say, set } from "hanabi/dom";
import { createCoach } from "hanabi/table/coach";
import { ownSeat } from "hanabi/table/reducer";
import { mean, scoreOf } from "hanabi/table/words";

/** Seconds until spectators are taken to the next game. */
const SECONDS = 4;

/**
 * @param {string} traceUrl
 * @param {string | undefined} againForm  id of the form that starts another game; undefined in
 *   experiments, whose questions come first
 * @param {{survey?: string, mine?: string, results?: string}} pages  URLs of the game's survey, of
 *   the own page, and of the results if the game is on a deal that is still secret
 */
export function createEnding(traceUrl, againForm, pages) {
  const title = el("h2", { tabindex: -1 });
  const why = el("p", { class: "why" });
  const zero = el("dd");
  const stacks = el("dd");
  const scores = el(
    "dl",
    { class: "scores" },
    el("div", {}, el("dt", { class: "label" }, "Official score"), zero),
    el("div", {}, el("dt", { class: "label" }, "Cards played"), stacks),
  );
  const replay = el("a", { class: "button" }, "Replay");
  const trace = el("a", { class: "button", href: traceUrl, download: true }, "Download trace");
  const again = el("button", { class: "primary", form: againForm }, "Play again");
  const results = el("a", { class: "button primary", href: pages.results }, "See how others did");
  const next = el("a", { class: "button primary" }, "Next game");
  const questions = el("a", { href: pages.survey }, againForm ? "How was your partner?" : "Continue");
  questions.className = againForm ? "button" : "button primary";
  const mine = el("a", { class: "button", href: pages.mine }, "How you play");
  const puzzles = el("a", { class: "button", href: "/puzzles/" }, "Puzzles");
  const series = el("p", { class: "why" });
  const following = createFollowing();
  const coach = createCoach();
  const same = el("a", { class: "button" }, "Same deal, other partner");
  const secret = Boolean(pages.results);
  const first = againForm ? [next, again, replay] : [next, questions, replay];
  const later = againForm ? [questions, same, puzzles, mine, trace] : [mine, trace];
  const node = el(
    "section",
    { class: "panel ending", "aria-label": "End of the game" },
    title,
    why,
    scores,
    series,
    following.node,
    el("div", { class: "acts" }, ...(secret ? [results] : first)),
    coach.node,
    el("div", { class: "acts" }, ...(secret ? [questions, puzzles, mine] : later)),
  );
  node.hidden = true;

  return part(node, ({ frame }) => {
    const { seats, ending, scoring, series: games, may_steer: steers } = frame;
    if (!ending) return;
    const watches = ownSeat(frame) === null;
    const others = seats.some(
      ({ kind, sits_for: away }, place) => place !== frame.you && (kind === "person" || away),
    );
    // Keep the viewpoint in the next game.
    const follower = ending.next && ending.next + location.search;
    const offered = ending.offered === true && !watches;
    const [points, most] = scoreOf(frame);
    const how = ending.kind === "perfect" ? "Perfect game" : "Game over";
    say(title, `${how}: ${points} of ${most} points`);
    say(why, ending.text);
    // Both scores are shown only if they differ, after three strikes.
    scores.hidden = ending.zero === ending.stacks;
    say(zero, String(ending.zero));
    say(stacks, String(ending.stacks));
    zero.classList.toggle("counts", scoring === "zero");
    stacks.classList.toggle("counts", scoring === "stacks");
    set(replay, "href", ending.replay);
    set(same, "href", `${ending.replay}same-deal/`);
    // In an experiment the survey comes first, so the same deal is not offered.
    same.hidden = watches || !againForm;
    const seat = ownSeat(frame);
    if (againForm && !secret) coach.look(ending.replay, { seat, me: seats[seat ?? -1]?.name });
    set(next, "href", follower);
    next.hidden = !follower || offered;
    mine.hidden = watches;
    trace.hidden = seats[0].kind === "hidden";
    puzzles.hidden = watches || !againForm;
    // An experiment asks its questions after every game; other games have questions only about agents.
    questions.hidden = watches || (Boolean(againForm) && seats.every((seat) => seat.kind !== "agent"));
    // Only if the game ended while this page was open; a series with people waits for a click.
    if (follower && watches && games && games.number < games.planned) following.start(follower);
    again.hidden = frame.fixed || !steers || (Boolean(follower) && !offered);
    say(again, watches ? "Watch another" : offered ? "Accept another game" : others ? "Offer another game" : "Play again");
    const sofar = games?.[scoring] ?? [];
    const list = `Scores of the series: ${sofar.join(", ")}. Mean ${mean(sofar)}.`;
    say(series, sofar.length > 1 ? list : "");
    if (!node.hidden) return;
    node.hidden = false;
    // Focus the title only if the game ends while this page is open.
    if (node.isConnected) title.focus();
  });
}

/** Create the notice that takes spectators of a series to its next game, unless they stay. */
function createFollowing() {
  const told = el("span");
  const stay = button({ class: "quiet", onclick: stop }, "Stay here");
  const node = el("p", { class: "why" }, told, " ", stay);
  node.hidden = true;
  let left = SECONDS;
  /** @type {number | undefined} */
  let timer;

  function stop() {
    clearInterval(timer);
    node.hidden = true;
  }

  /** @param {string} address */
  function tick(address) {
    if (left === 0) {
      clearInterval(timer);
      location.assign(address);
    }
    say(told, `The next game opens in ${left} s.`);
    left -= 1;
  }

  return {
    node,

    /** @param {string} address  URL of the next game */
    start(address) {
      if (timer !== undefined) return;
      node.hidden = false;
      tick(address);
      timer = window.setInterval(() => tick(address), 1000);
    },
  };
}
