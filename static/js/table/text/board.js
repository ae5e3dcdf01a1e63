/**
 * The table as text, for screen readers and people who prefer reading: headings, lists and ordinary
 * buttons. It has the interface of the graphical board.
 */

import { button, el, part, say } from "hanabi/dom";
import { createClock } from "hanabi/table/clock";
import { clueSentence, mates, option } from "hanabi/table/clues";
import { kept } from "hanabi/table/choices";
import { createLayerSwitch } from "hanabi/table/conventions";
import { choosingSentence } from "hanabi/table/dock";
import { createEntries, line } from "hanabi/table/log";
import { ownSeat } from "hanabi/table/reducer";
import { shown } from "hanabi/table/rewind";
import { createQuestion } from "hanabi/table/question";
import { createTextHand } from "hanabi/table/text/hand";
import { cardName, discarded, identities, list, ownerOf, possibilities, scoreOf, uncounted } from "hanabi/table/words";

/** @import { Part } from "hanabi/dom" */
/** @import { Frame } from "game/protocol" */
/** @import { State } from "hanabi/table/reducer" */

/** Return whether to show the table as text: by the URL, else by the person's setting. */
export function inWords() {
  const asked = new URLSearchParams(location.search).get("text");
  return asked === null ? kept("text") === "on" : asked !== "0";
}

/** In text mode, make the page's first link lead to the graphical board. */
function leadBack() {
  const link = document.querySelector("a.skip[href*='text=1']");
  const address = new URL(location.href);
  address.searchParams.set("text", "0");
  if (link) say(link, "Show the board");
  link?.setAttribute("href", address.search);
}

/**
 * @param {State} first
 * @param {Parameters<typeof import("hanabi/table/board").createBoard>[1]} parts  without `options` in a replay
 */
export function createTextBoard(first, { dispatch, above = [], beside = [], docks, options, note, askWhy, chat, onTurn }) {
  const { frame } = first;
  const own = frame.you === null ? [] : [frame.you];
  const others = frame.you === null ? frame.seats.map((_, seat) => seat) : mates(frame);
  const hand = (/** @type {number} */ seat) => createTextHand(seat, dispatch, note, askWhy);
  const now = createNow([...own, ...others], dispatch, options !== undefined);
  /** Whether a turn was chosen in the list of moves and is to be shown. */
  let sought = false;
  const seek = (/** @type {number} */ turn) => {
    sought = true;
    onTurn?.(turn);
  };
  const moves = createEntries(onTurn && seek);
  const middle = [...own, ...others].map(hand);
  const after = [
    createList("Stacks", stacksInWords),
    createList("Discards", discardsInWords),
    createList("Figures", figuresInWords),
  ];
  const layer = options ?? createLayerSwitch(() => dispatch({ t: "redraw" }));
  // What speaks of the present, also while an earlier turn is shown.
  const present = [...above, ...beside, moves, ...(chat ? [chat] : [])];
  const table = [now, ...docks, ...middle, ...after, layer];
  const toOptions = button({ popovertarget: "options-sheet" }, "Options");
  const home = el("a", { class: "button", href: "/" }, "Home");
  const nodes = (/** @type {Part[]} */ some) => some.map((one) => one.node);
  const node = el(
    "div",
    { class: "in-words" },
    ...nodes(above),
    ...nodes(beside),
    now.node,
    el("p", { class: "acts" }, ...(options ? [toOptions, home] : [layer.node])),
    ...nodes(docks),
    ...nodes(middle),
    ...nodes(after),
    el("section", { class: "panel" }, el("h2", {}, "All moves, newest first"), moves.node),
    chat?.node ?? "",
    options?.node ?? "",
  );
  leadBack();

  return {
    node,
    /** Receives the focus when the focused control is removed. */
    rest: now.title,

    /** @param {State} state */
    update(state) {
      for (const one of present) one.update(state);
      for (const one of table) one.update(shown(state));
      if (!sought || state.looking !== null) return;
      sought = false;
      now.title.focus();
    },
  };
}

/**
 * Create the section on whose turn it is, the clocks, the moves since mine, and the confirmation of
 * a move.
 *
 * @param {number[]} seats  mine first
 * @param {(deed: import("hanabi/table/reducer").Deed) => void} dispatch
 * @param {boolean} live  whether this is not a replay
 */
function createNow(seats, dispatch, live) {
  const cancel = () => dispatch({ t: "cancel" });
  const title = el("h2", { tabindex: -1 });
  const figures = el("p");
  const clocks = seats.map((seat) => createClock(seat, ({ frame }) => `${ownerOf(frame, seat)} time: `));
  const times = el("p", { class: "times" }, ...clocks.map((clock) => clock.node));
  const since = el("ol", { class: "entries" });
  const told = el("p", { class: "refusal", "aria-live": "polite" });
  // Another clue may be asked about while the focus is on the answer.
  const asked = el("p", { id: "asked", "aria-live": "polite" });
  const yes = button(
    { class: "primary", "data-act": "give", onclick: () => dispatch({ t: "make", act: "give" }) },
    "Give this clue",
  );
  const clue = el(
    "p",
    { class: "acts" },
    yes,
    button({ onclick: cancel }, "Back"),
  );
  const guard = createQuestion(dispatch, cancel, "Back");
  const question = el(
    "div",
    { class: "question", role: "group", "aria-labelledby": "asked" },
    asked,
    clue,
    guard.node,
  );
  const node = el("section", { class: "panel now" }, title, times, figures, since, told, question);
  /** @type {State} */
  let state;
  /** What had the focus before the question; gets it back unless a move is made. @type {Element | null} */
  let from = null;
  let turn = 0;
  let version = -1;

  return {
    node,
    title,

    /** @param {State} now */
    update(now) {
      const arrived = now.version !== version;
      version = now.version;
      state = now;
      const { frame, log, past } = now;
      const present = live ? whoseTurn(frame) : whoMoved(frame);
      say(title, past ? `The past: turn ${past.turn} of ${past.of}` : present);
      for (const clock of clocks) clock.update(now);
      times.hidden = !frame.clock;
      say(figures, inShort(frame));
      const recent = lastMoves(now);
      if (recent.map(({ n }) => n).join() !== since.dataset.entries) {
        since.replaceChildren(...recent.map((entry) => line(entry)));
        since.dataset.entries = recent.map(({ n }) => n).join();
      }
      since.hidden = log.length === 0;
      const question = questionOf(now);
      const answer = now.choosing ? choosingSentence(now) : question || past ? "" : clueSentence(now);
      say(told, now.refusal ?? answer);
      ask(question, arrived);
    },
  };

  /**
   * Ask about a move, or stop asking. The question takes the focus unless it came with a frame: then
   * the clue was prepared earlier, and the person may be elsewhere.
   *
   * @param {string | null} text
   * @param {boolean} arrived
   */
  function ask(text, arrived) {
    const before = question.hidden ? "" : asked.textContent;
    const held = question.contains(document.activeElement);
    question.hidden = text === null;
    clue.hidden = state.guard !== null;
    guard.node.hidden = state.guard === null;
    if (text && text !== before) {
      say(asked, text);
      turn = state.frame.turn;
      if (!held) from = document.activeElement;
      if (node.isConnected && !state.guard && !arrived) yes.focus();
    }
    if (!text && held && turn === state.frame.turn && from instanceof HTMLElement) from.focus();
    guard.ask(state.past ? null : state.guard);
  }
}

/** Return the question to answer before a move is made, if any. @param {State} state */
function questionOf(state) {
  const { guard, aim, past } = state;
  if (past) return null;
  if (guard) return guard.why;
  return aim?.pinned && option(state, aim.value) ? previewSentence(state) : null;
}

/** Return a sentence on what the aimed clue would touch and reveal. @param {State} state */
export function previewSentence(state) {
  const { frame, aim } = state;
  const clue = aim && option(state, aim.value);
  const hand = clue ? frame.hands[clue.seat].filter(({ order }) => clue.touches.includes(order)) : [];
  const told = hand.flatMap(({ order, slot }) => {
    const mask = clue?.then?.[order];
    if (mask === undefined) return [];
    return `slot ${slot} ${identities(frame.rules, mask).length === 1 ? "is" : "can be"} ${possibilities(frame.rules, mask)}`;
  });
  const then = told.length ? ` ${frame.seats[aim?.seat ?? 0].name} would then know: ${told.join("; ")}.` : "";
  return clueSentence(state) + then;
}

/** @param {Frame} frame */
function whoseTurn(frame) {
  const { status, to_move: mover, seats, paused } = frame;
  if (status !== "running" || mover === null) return "The game is over";
  if (mover === ownSeat(frame)) return "Your turn";
  return paused ? `Paused, ${seats[mover].name} is to move` : `Waiting for ${seats[mover].name}`;
}

/** Return a sentence on who moved at an earlier turn. @param {Frame} frame */
function whoMoved({ status, to_move: mover, seats }) {
  return status !== "running" || mover === null ? "The end of the game" : `${seats[mover].name} is to move`;
}

/** @param {Frame} frame */
function inShort(frame) {
  const { tokens, strikes, deck, turns_left: left, rules } = frame;
  const [score, most] = scoreOf(frame);
  const clues = tokens === 1 ? "1 clue token" : `${tokens} clue tokens`;
  const rest = left === null ? `${deck} ${deck === 1 ? "card" : "cards"} in the deck` : `last round, turns left: ${left}`;
  return `Score ${score} of at most ${most}, ${clues}, ${strikes} of ${rules.max_strikes} strikes, ${rest}.`;
}

/**
 * Return my last move and all after it, newest first; for spectators only the last move.
 *
 * @param {State} state
 */
function lastMoves({ frame, log }) {
  const mine = log.findLastIndex(({ kind, seat }) => kind !== "note" && seat === ownSeat(frame));
  return log.slice(mine < 0 ? -frame.seats.length : mine).reverse();
}

/** @param {Frame} frame */
function stacksInWords({ rules, stacks, playable }) {
  return [
    ...rules.suits.map(({ name }, index) => `${name} ${stacks[index] || "not started"}`),
    `Playable now: ${list(identities(rules, playable).map((id) => cardName(rules, id)), "and") || "nothing"}`,
  ];
}

/** @param {Frame} frame */
function discardsInWords(frame) {
  const lines = frame.discards.flatMap((count, bit) => (count ? discarded(frame, bit) : []));
  return lines.length ? lines : ["Nothing is discarded yet"];
}

/** @param {Frame} frame */
function figuresInWords(frame) {
  const { pace, efficiency, turns_left: left, most_turns: most } = frame;
  return [
    `Maximum score: ${frame.max_score}`,
    pace === null ? "" : `Pace: ${pace}`,
    efficiency === null ? "" : `Efficiency needed: ${efficiency.toFixed(2)}`,
    left === null && most !== null ? `Turns left: at most ${most}` : "",
    uncounted(frame),
  ].filter(Boolean);
}

/**
 * Create a heading with a list under it.
 *
 * @param {string} title
 * @param {(frame: Frame) => string[]} linesOf
 */
function createList(title, linesOf) {
  const lines = el("ul");
  const node = el("section", { class: "panel" }, el("h2", {}, title), lines);
  return part(node, ({ frame }) => {
    const texts = linesOf(frame);
    texts.forEach((text, index) => say(lines.children[index] ?? lines.appendChild(el("li")), text));
    while (lines.children.length > texts.length) lines.lastElementChild?.remove();
  });
}
