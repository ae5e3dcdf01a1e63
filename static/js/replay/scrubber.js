/** The controls of a replay: turn, playback and viewpoint. */

import { el, iconButton, menu, say, set } from "hanabi/dom";
import { inWords } from "hanabi/table/text/board";
import { cardSentence } from "hanabi/table/words";

/** @import { State } from "hanabi/table/reducer" */

/** Names of speeds, and the milliseconds between turns. */
const SPEEDS = [
  ["0.5×", 2400],
  ["1×", 1200],
  ["2×", 600],
  ["4×", 300],
];

/**
 * @param {object} game
 * @param {number} game.turns
 * @param {string} game.viewpoint  `all` or the number of a seat
 * @param {{index: number, name: string}[]} game.seats
 * @param {DOMStringMap} game.pages  URLs: `trace`, `known` (how each card is known), `like` (whom each
 *   player plays like), `worth` (of each move), `playOn` (with other moves); a line has none
 * @param {Element} game.below  shown under the turns
 * @param {Node | string} game.sharing  controls to lead others through the replay, or follow
 * @param {{node: Node, update: (state: State) => void}} game.aids  what may be asked about a card
 * @param {object} acts
 * @param {(turn: number) => void} acts.go
 * @param {(viewpoint: string) => void} acts.look
 */
export function createScrubber({ turns, viewpoint, seats, pages, below, sharing, aids }, { go, look }) {
  let now = 0;
  /** @type {number | undefined} */
  let timer;

  const toggle = () => (timer ? pause() : run());
  const first = iconButton("first", "First turn", () => go(0));
  const back = iconButton("back", "One turn back", () => go(now - 1));
  const play = iconButton("playable", "Play", toggle);
  const forward = iconButton("forward", "One turn on", () => go(now + 1));
  const last = iconButton("last", "Last turn", () => go(turns));
  const range = el("input", {
    type: "range",
    min: 0,
    max: turns,
    "aria-label": "Turn",
    oninput: () => go(Number(range.value)),
  });
  const speed = menu({ "aria-label": "Speed" }, SPEEDS, 1200);
  const view = menu(
    { id: "viewpoint", onchange: () => look(view.value) },
    [["All hands", "all"], ...seats.map(({ index, name }) => [`${name}'s view`, String(index)])],
    viewpoint,
  );
  const { trace: game, known: reasons, like: others, worth: values, playOn: branch } = pages;
  const known = el("a", { hidden: !reasons }, "Explain the deductions");
  const playOn = el("button", { form: "play-on", hidden: !branch }, "Play on from here");
  const choose = el("a", { hidden: !branch }, "Play on with others");
  const worth = el("a", { hidden: !values }, "Compare moves");
  const like = el("a", { hidden: !others }, "Who plays like this?");
  const trace = el("a", { href: game, download: true, hidden: !game }, "Download trace");
  const mode = el("a", {}, inWords() ? "Show the board" : "Text mode");
  // On a phone or in a low window it would hide the cards.
  const wide = matchMedia("(width >= 700px) and (height >= 680px)");
  const low = matchMedia("(height < 700px)");
  const fold = !wide.matches && (seats.length > 2 || low.matches);
  const more = el(
    "details",
    { class: "more", open: wide.matches },
    el("summary", {}, fold ? "Graph, coach and more" : "More about this turn"),
    fold ? below : "",
    el("div", { class: "links" }, playOn, choose, known, worth, like, mode, trace),
  );
  wide.addEventListener("change", () => (more.open = wide.matches));
  const turn = el("strong", { class: "turn-of" });
  const text = el("span", { class: "text" });
  const why = el("span", { class: "why" });
  const node = el(
    "section",
    { class: "panel scrubber", "aria-label": "Replay" },
    el("div", { class: "head" }, el("p", { class: "telling", role: "status" }, turn, " ", text, why), aids.node),
    range,
    fold ? "" : below,
    el(
      "div",
      { class: "acts" },
      el("span", { class: "steps" }, first, back, play, forward, last),
      speed,
      el("label", { class: "unseen", for: "viewpoint" }, "View as"),
      view,
      sharing,
    ),
    more,
  );

  function run() {
    if (now >= turns) go(0);
    timer = setInterval(() => (now < turns ? go(now + 1) : pause()), Number(speed.value));
    show();
  }

  function pause() {
    clearInterval(timer);
    timer = undefined;
    show();
  }

  function show() {
    set(play, "aria-label", timer ? "Pause" : "Play");
    set(play.querySelector("use") ?? play, "href", timer ? "#icon-pause" : "#icon-playable");
  }

  speed.addEventListener("change", () => {
    if (!timer) return;
    pause();
    run();
  });

  return {
    node,
    pause,
    toggle,

    /** @param {State} state */
    update(state) {
      const { frame, log, version, selected } = state;
      aids.update(state);
      now = version;
      range.value = String(version);
      set(known, "href", `${reasons}?turn=${version}&seats=${viewpoint}`);
      set(playOn, "formaction", `${branch}?turn=${version}`);
      set(choose, "href", `${branch}?turn=${version}`);
      // Nothing is left to play after the last turn.
      for (const way of [playOn, choose]) set(way, "hidden", !branch || version >= turns);
      set(worth, "href", `${values}?turn=${Math.min(version, turns - 1)}`);
      set(like, "href", `${others}?turn=${version}&seat=${viewpoint === "all" ? 0 : viewpoint}`);
      set(mode, "href", otherMode(version));
      set(first, "aria-disabled", version === 0);
      set(back, "aria-disabled", version === 0);
      set(forward, "aria-disabled", version === turns);
      set(last, "aria-disabled", version === turns);
      const entry = log.findLast(({ kind }) => kind !== "note");
      const seat = frame.hands.findIndex((hand) => hand.some(({ order }) => order === selected));
      const card = frame.hands[seat]?.find(({ order }) => order === selected);
      const { ending } = frame;
      say(turn, `${version} of ${turns}`);
      set(range, "aria-valuetext", `Turn ${version} of ${turns}. ${entry?.text ?? ""}`);
      const cards = ending && ending.zero !== ending.stacks ? ` (${ending.stacks} cards played)` : "";
      const end = ending ? `${ending.text} Score: ${ending.zero}${cards}.` : "";
      say(text, card ? cardSentence(frame, seat, card) : (entry?.text ?? "The deal."));
      say(why, card ? "" : [entry?.why, end].filter(Boolean).join(" · "));
    },
  };
}

/** Return this turn's URL in the other mode: board or text. @param {number} turn */
function otherMode(turn) {
  const address = new URL(location.href);
  address.searchParams.set("text", inWords() ? "0" : "1");
  address.hash = String(turn);
  return address.href;
}
