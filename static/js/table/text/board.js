/**
 * The table as text, for screen readers and people who prefer reading: headings, lists and ordinary
 * buttons. It has the interface of the graphical board.
 */

import { button, el, part, say } from "hanabi/dom";
import { clueSentence, mates, option } from "hanabi/table/clues";
import { kept } from "hanabi/table/choices";
import { createLayerSwitch } from "hanabi/table/conventions";
import { choosingSentence } from "hanabi/table/dock";
import { createEntries, line } from "hanabi/table/log";
import { ownSeat } from "hanabi/table/reducer";
import { shown } from "hanabi/table/rewind";
import { createQuestion } from "hanabi/table/question";
import { createTextHand } from "hanabi/table/text/hand";
import { cardName, identities, list, possibilities, scoreOf, uncounted } from "hanabi/table/words";

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
export function createTextBoard(first, { dispatch, above = [], beside = [], docks, options, note, chat, onTurn }) {
  const { frame } = first;
  const own = frame.you === null ? [] : [frame.you];
  const others = frame.you === null ? frame.seats.map((_, seat) => seat) : mates(frame);
  const hand = (/** @type {number} */ seat) => createTextHand(seat, dispatch, note);
  const now = createNow(dispatch, options !== undefined);
  const moves = createEntries(onTurn);
  const middle = [...own, ...others].map(hand);
  const after = [
    createList("Stacks", stacksInWords),
    createList("Discards", discardsInWords),
    createList("Figures", figuresInWords),
  ];
  const layer = options ?? createLayerSwitch(() => dispatch({ t: "redraw" }));
  const parts = [...above, ...beside, now, ...docks, ...middle, ...after, moves, layer];
  if (chat) parts.push(chat);
  const nodes = (/** @type {Part[]} */ some) => some.map((one) => one.node);
  const node = el(
    "div",
    { class: "in-words" },
    ...nodes(above),
    ...nodes(beside),
    now.node,
    ...nodes(docks),
    ...nodes(middle),
    ...nodes(after),
    el("section", { class: "panel" }, el("h2", {}, "All moves, newest first"), moves.node),
    chat?.node ?? "",
    ...(options
      ? [
          el(
            "p",
            { class: "acts" },
            button({ popovertarget: "options-sheet" }, "Options"),
            el("a", { class: "button", href: "/" }, "Home"),
          ),
          options.node,
        ]
      : [el("p", { class: "acts" }, layer.node)]),
  );
  leadBack();

  return {
    node,
    /** Receives the focus when the focused control is removed. */
    rest: now.title,

    /** @param {State} state */
    update(state) {
      for (const one of parts) one.update(one === moves ? state : shown(state));
    },
  };
}

/**
 * Create the section on whose turn it is, the moves since mine, and the confirmation of a move.
 *
 * @param {(deed: import("hanabi/table/reducer").Deed) => void} dispatch
 * @param {boolean} live  whether this is not a replay
 */
function createNow(dispatch, live) {
  const title = el("h2", { tabindex: -1 });
  const figures = el("p");
  const since = el("ol", { class: "entries" });
  const told = el("p", { class: "refusal", "aria-live": "polite" });
  const asked = el("p", { id: "asked" });
  const yes = button(
    { class: "primary", onclick: () => dispatch({ t: "make", act: "give" }) },
    "Give this clue",
  );
  const clue = el(
    "p",
    { class: "acts" },
    yes,
    button({ onclick: goBack }, "Back"),
  );
  const guard = createQuestion(dispatch, goBack, "Back");
  const question = el(
    "div",
    { class: "question", role: "group", "aria-labelledby": "asked" },
    asked,
    clue,
    guard.node,
  );
  const node = el("section", { class: "panel now" }, title, figures, since, told, question);
  /** @type {State} */
  let state;
  /** @type {Element | null} the button that asked for confirmation */
  let from = null;

  function goBack() {
    const back = from;
    dispatch({ t: "cancel" });
    if (back instanceof HTMLElement && back.isConnected) back.focus();
  }

  return {
    node,
    title,

    /** @param {State} now */
    update(now) {
      state = now;
      const { frame, log } = now;
      say(title, live ? whoseTurn(frame) : whoMoved(frame));
      say(figures, inShort(frame));
      const recent = lastMoves(now);
      if (recent.map(({ n }) => n).join() !== since.dataset.entries) {
        since.replaceChildren(...recent.map((entry) => line(entry)));
        since.dataset.entries = recent.map(({ n }) => n).join();
      }
      since.hidden = log.length === 0;
      say(told, now.refusal ?? (now.choosing ? choosingSentence(now) : ""));
      ask(questionOf(now));
    },
  };

  /** @param {string | null} text */
  function ask(text) {
    const before = question.hidden ? "" : asked.textContent;
    question.hidden = text === null;
    clue.hidden = state.guard !== null;
    guard.node.hidden = state.guard === null;
    if (text && text !== before) {
      say(asked, text);
      if (!question.contains(document.activeElement)) from = document.activeElement;
      if (node.isConnected && !state.guard) yes.focus();
    }
    guard.ask(state.past ? null : state.guard);
  }
}

/** Return the question to answer before a move is made, if any. @param {State} state */
function questionOf(state) {
  const { guard, aim, past } = state;
  if (past) return null;
  if (guard) return guard.why;
  return aim?.pinned && aim.value ? previewSentence(state) : null;
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
function discardsInWords({ rules, discards, critical }) {
  const lines = discards.flatMap((count, bit) => {
    if (!count) return [];
    const name = cardName(rules, identities(rules, 1 << bit)[0]);
    const copies = rules.copies[bit];
    const last = critical & (1 << bit) ? ", critical now" : "";
    return `${name}: ${count} of ${copies}${count === copies ? ", the last one" : last}`;
  });
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
