// @ts-check
/** The action panel: one sentence, Play and Discard buttons, and the clues. */

import { el, say, set } from "hanabi/dom";
import { clueSentence, createClues, option, target } from "hanabi/table/clues";
import { ownSeat } from "hanabi/table/reducer";
import { createQuestion } from "hanabi/table/question";
import { cardSentence, clueName } from "hanabi/table/words";

/** @typedef {import("hanabi/table/reducer").State} State */
/** @typedef {import("hanabi/table/reducer").Deed} Deed */
/** @typedef {{play(): void, discard(): void, give(): void, agree(): void}} Acts */

/**
 * @param {State} first
 * @param {(deed: Deed) => void} dispatch
 * @param {Acts} acts
 * @param {import("hanabi/table/board").Part} [aids]
 */
export function createDock(first, dispatch, acts, aids) {
  const answer = el("span", { "aria-live": "polite" });
  const rest = el("span");
  const sentence = el("p", { class: "sentence" }, answer, rest);
  const play = el("button", {
    type: "button",
    class: "primary",
    "data-act": "play",
    onclick: acts.play,
  });
  const discard = el("button", { type: "button", "data-act": "discard", onclick: acts.discard });
  const openClues = el(
    "button",
    {
      type: "button",
      class: "open-clues",
      "data-act": "open-clues",
      onclick: () =>
        dispatch({ t: "aim", aim: { seat: target(state), value: null, pinned: false } }),
    },
    "Clue…",
  );
  const give = el(
    "button",
    { type: "button", class: "primary", "data-act": "give", onclick: acts.give },
    "Give clue",
  );
  const cancel = el("button", { type: "button", onclick: () => dispatch({ t: "cancel" }) }, "Back");
  const clues = createClues(first, dispatch, acts.give);
  const guard = createQuestion(acts.agree, () => dispatch({ t: "cancel" }), "Cancel");
  const node = el(
    "section",
    { class: "panel dock", "aria-label": "Your move" },
    sentence,
    guard.node,
    el("div", { class: "acts card-acts" }, play, discard, openClues),
    clues.node,
    el("div", { class: "acts clue-acts" }, give, cancel),
    aids?.node ?? "",
  );
  let state = first;
  new ResizeObserver(fit).observe(sentence);

  /** Make an overflowing sentence scrollable by keyboard. */
  function fit() {
    set(sentence, "tabindex", sentence.scrollHeight > sentence.clientHeight ? 0 : null);
  }

  return {
    node,

    /** @param {State} now */
    update(now) {
      state = now;
      const { frame, selected, aim } = now;
      const mine = frame.hands[frame.you ?? -1]?.find((card) => card.order === selected);
      const slot = mine ? ` slot ${mine.slot}` : "";
      say(play, `Play${slot}`);
      say(discard, `Discard${slot}`);
      set(play, "aria-disabled", !canPlay(now));
      set(discard, "aria-disabled", !canDiscard(now));
      set(openClues, "aria-disabled", !frame.legal?.clues.length);
      set(give, "aria-disabled", !canGive(now));
      say(give, aim?.value ? `Give ${clueName(frame.rules, aim.value)}` : "Give clue");
      clues.update(now);
      aids?.update(now);
      guard.ask(now.guard);
      node.classList.toggle("guarded", now.guard !== null);
      node.classList.toggle("turn", frame.to_move === ownSeat(frame));
      node.classList.toggle("clueing", aim !== null);
      node.classList.toggle("pinned", aim?.pinned === true);
      node.classList.toggle("refused", now.refusal !== null);
      node.hidden = now.past !== null || frame.status !== "running" || ownSeat(frame) === null;
      const told = answerOf(now);
      say(answer, told);
      say(rest, told ? "" : restOf(now));
      fit();
    },
  };
}

/** @param {State} state */
export function canPlay({ frame, selected, sending }) {
  return sending === null && selected !== null && (frame.legal?.plays.includes(selected) ?? false);
}

/** @param {State} state */
export function canDiscard({ frame, selected, sending }) {
  return (
    sending === null && selected !== null && (frame.legal?.discards.includes(selected) ?? false)
  );
}

/** @param {State} state */
export function canGive(state) {
  return state.sending === null && option(state, state.aim?.value) !== undefined;
}

/**
 * Return the most urgent answer to the person's last action, if any.
 *
 * @param {State} state
 */
function answerOf(state) {
  const { frame, selected, refusal, sending, aim } = state;
  if (refusal) return refusal;
  if (state.guard) return state.guard.why;
  if (state.choosing) return choosingSentence(state);
  if (sending) return "";
  if (aim?.value && frame.legal) return clueSentence(state);
  const seat = frame.hands.findIndex((hand) => hand.some((card) => card.order === selected));
  const card = frame.hands[seat]?.find((held) => held.order === selected);
  if (!card) return "";
  const about = cardSentence(frame, seat, card);
  const why = seat === frame.you ? frame.legal?.why_no_discard : null;
  return why ? `${about} ${why}` : about;
}

/**
 * Return the default sentence; screen readers can read it but do not announce it.
 *
 * @param {State} state
 */
function restOf({ frame, sending }) {
  if (sending) return "Sending…";
  if (frame.trouble) return "The table waits: choose how to go on.";
  if (frame.legal) return frame.legal.why_no_clue ?? "Choose one of your cards, or a clue.";
  return frame.to_move === null || frame.to_move === frame.you ? "" : `Waiting for ${frame.seats[frame.to_move].name}.`;
}

/** @param {State} state */
export function choosingSentence({ choosing, frame }) {
  return `Which slot do you want to ${choosing}? Press 1 to ${frame.rules.hand_size}.`;
}
