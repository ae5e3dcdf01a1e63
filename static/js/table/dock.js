/** The action panel: one sentence, Play and Discard buttons, and the clues. */

import { button, el, part, say, set } from "hanabi/dom";
import { clueSentence, createClues, target } from "hanabi/table/clues";
import { moveOf } from "hanabi/table/guard";
import { ownSeat } from "hanabi/table/reducer";
import { createQuestion } from "hanabi/table/question";
import { cardSentence, clueName } from "hanabi/table/words";

/** @import { Act } from "hanabi/table/guard" */
/** @import { Deed, State } from "hanabi/table/reducer" */

/**
 * @param {State} first
 * @param {(deed: Deed) => void} dispatch
 * @param {import("hanabi/dom").Part} [aids]
 */
export function createDock(first, dispatch, aids) {
  const make = (/** @type {Act} */ act) => dispatch({ t: "make", act });
  const answer = el("span", { class: "answer", "aria-live": "polite" });
  const rest = el("span");
  const sentence = el("p", { class: "sentence" }, answer, rest);
  const play = button({ "data-act": "play", onclick: () => make("play") });
  const discard = button({ "data-act": "discard", onclick: () => make("discard") });
  const openClues = button(
    {
      class: "open-clues",
      "data-act": "open-clues",
      onclick: () =>
        dispatch({ t: "aim", aim: { seat: target(state), value: null, pinned: false } }),
    },
    "Clue…",
  );
  const give = button(
    { class: "primary", "data-act": "give", onclick: () => make("give") },
    "Give clue",
  );
  const cancel = button({ onclick: () => dispatch({ t: "cancel" }) }, "Back");
  const clues = createClues(first, dispatch);
  const guard = createQuestion(dispatch, () => dispatch({ t: "cancel" }), "Cancel");
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

  /** Show an overflowing preview beside the dock; make other long sentences scrollable by keyboard. */
  function fit() {
    const overflows = () => sentence.scrollHeight > sentence.clientHeight;
    node.classList.remove("overlong");
    node.classList.toggle("overlong", Boolean(state.aim?.value) && overflows());
    set(sentence, "tabindex", overflows() ? 0 : null);
  }

  return part(node, (now) => {
    state = now;
    const { frame, selected, aim } = now;
    const mine = frame.hands[frame.you ?? -1]?.find((card) => card.order === selected);
    const slot = mine ? ` slot ${mine.slot}` : "";
    const discards = mine !== undefined && now.intent === "discard";
    play.classList.toggle("primary", !discards);
    discard.classList.toggle("primary", discards);
    say(play, `Play${slot}`);
    say(discard, `Discard${slot}`);
    set(play, "aria-disabled", !moveOf(now, "play"));
    set(discard, "aria-disabled", !moveOf(now, "discard"));
    set(openClues, "aria-disabled", !frame.legal?.clues.length);
    set(give, "aria-disabled", !moveOf(now, "give"));
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
  });
}

/** Return the most urgent answer to the person's last action, if any. @param {State} state */
function answerOf(state) {
  const { frame, selected, refusal, sending, aim } = state;
  if (refusal) return refusal;
  if (state.guard) return state.guard.why;
  if (state.choosing) return choosingSentence(state);
  if (sending) return "";
  if (aim?.value && (frame.legal || aim.pinned)) return clueSentence(state);
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
function restOf({ frame, sending, end }) {
  if (end) return "";
  if (sending) return "Sending…";
  if (frame.trouble) return "The table waits: choose how to go on.";
  if (frame.legal) return frame.legal.why_no_clue ?? "Choose one of your cards, or a clue.";
  return frame.to_move === null || frame.to_move === frame.you ? "" : `Waiting for ${frame.seats[frame.to_move].name}.`;
}

/** @param {State} state */
export function choosingSentence({ choosing, frame }) {
  return `Which slot do you want to ${choosing}? Press 1 to ${frame.rules.hand_size}.`;
}
