import assert from "node:assert/strict";
import { test } from "node:test";

import { attempt, guardOf, mistake, moveOf } from "hanabi/table/guard";
import { historyOf } from "hanabi/table/history";
import { meaning } from "hanabi/table/keys";
import { reduce, start } from "hanabi/table/reducer";
import { shown } from "hanabi/table/rewind";
import { cardSentence } from "hanabi/table/words";

import { card, entry, frame } from "./frames.js";

/** Seat 0 holds a chosen card that can be one of these. */
function holding(possible, told = {}) {
  const hands = [[card(1, 1, { possible }), card(0, 2)], []];
  return { ...start(frame({ hands, ...told }), 5), selected: 1 };
}

test("a play that fits no stack is asked about", () => {
  assert.match(mistake(holding(0b000010), "play"), /^The red 2 can't be played now\./);
  assert.match(mistake(holding(0b010010), "play"), /^Whatever it is, slot 1 can't be played now\./);
  assert.equal(mistake(holding(0b000011), "play"), "");
  assert.equal(mistake(holding(undefined), "play"), "", "who is told nothing is asked nothing");
});

test("at the last strike a play says how the game would end, and an unlikely one is asked about", () => {
  const chance = (share, told = {}) => {
    const hands = [[card(1, 1, { possible: 0b011, odds: [share, 0, 0] })], []];
    return holding(0b011, { hands, strikes: 2, ...told });
  };
  const zero = "One more strike ends the game with 0. Slot 1:";
  assert.equal(mistake(chance(0.3), "play"), `${zero} only 30% chance it is playable.`);
  assert.equal(mistake(chance(0.6), "play"), "");
  assert.equal(mistake(chance(0.3, { strikes: 1 }), "play"), "");
  const said = ({ frame }) => cardSentence(frame, 0, frame.hands[0][0]);
  assert.equal(said(chance(0.6)), `${zero} 60% chance it is playable.`);
  assert.match(said(chance(0.6, { scoring: "stacks" })), /^One more strike .*; you keep your points\./);
  assert.doesNotMatch(said(chance(0.6, { strikes: 1 })), /strike/);
  assert.match(mistake(holding(0b000010, { strikes: 2 }), "play"), /^One more .* The red 2 can't be/);
});

test("a discard of a critical card is asked about, a likely one is not", () => {
  assert.match(mistake(holding(0b000100), "discard"), /^The red 3 is the last of its kind:/);
  assert.match(mistake(holding(0b100100), "discard"), /^Whatever it is, slot 1 is the last of its kind:/);
  assert.equal(mistake(holding(0b000110), "discard"), "");
  assert.equal(mistake(holding(0b000100), "play"), mistake(holding(0b000100), "play"));
});

test("the same act again is no answer: only the button of the question agrees", () => {
  const asked = reduce(holding(0b000010), { t: "guard", guard: guardOf(holding(0b000010), "play") });
  assert.equal(meaning(asked, "Enter"), null, "Enter answers nothing by itself");
  assert.equal(reduce(asked, { t: "cancel" }).guard, null);
  assert.equal(reduce(asked, { t: "select", order: 0 }).guard, null);
});

test("an act that was asked about is done when it is agreed to, and asked about the next time", () => {
  let state = holding(0b000010, { legal: { plays: [1], discards: [], clues: [] } });
  const ask = (deed) => (state = reduce(state, deed));
  assert.equal(attempt(state, { act: "play" }, ask), null);
  assert.equal(attempt(state, { act: "play" }, ask), null, "a second click or key is no answer");
  const { act } = state.guard;
  assert.deepEqual(attempt(state, { act, confirmed: true }, ask), { t: "play", order: 1 });
  assert.equal(attempt(state, { act: "play" }, ask), null);
  assert.equal(attempt(state, { act: "discard", confirmed: true }, ask), null, "it is not legal");
});

test("as on hanab.live a letter says what to do, and a digit the slot or a rank", () => {
  const state = holding(0b1);
  assert.deepEqual(meaning(state, "a"), { t: "choose", act: "play" });
  const early = reduce(state, { t: "choose", act: "play" });
  assert.deepEqual([early.refusal, early.choosing], ["It is not your turn.", null]);
  const mine = holding(0b1, { legal: { plays: [1, 0], discards: [1, 0], clues: [] } });
  const choosing = reduce(mine, { t: "choose", act: "discard" });
  assert.deepEqual(meaning(choosing, "2"), { t: "chosen", act: "discard", order: 0 });
  assert.deepEqual(meaning(state, "2"), { t: "aim", aim: { seat: 1, value: "2", pinned: true } });
  assert.equal(meaning(state, "ArrowLeft"), "earlier");
  const full = holding(0b1, { legal: { plays: [1], discards: [], clues: [], why_no_discard: "Full." } });
  const { refusal, choosing: none } = reduce(full, { t: "choose", act: "discard" });
  assert.deepEqual([refusal, none], ["Full.", null], "what is not allowed asks for no slot");
});

test("a card's story tells its draw and every clue, also those that passed it by", () => {
  const log = [
    entry(1, { kind: "clue", seat: 1, target: 0, value: "r", touches: [0] }),
    entry(2, { kind: "discard", seat: 0, order: 1 }),
    entry(3, { kind: "clue", seat: 1, target: 0, value: "2", touches: [4] }),
    entry(4, { kind: "clue", seat: 1, target: 0, value: "y", touches: [0] }),
  ];
  assert.deepEqual(historyOf(frame(), log, 4, 0), [
    "Drawn at turn 2.",
    "Turn 3: Bob clued 2.",
    "Turn 4: Bob clued yellow and not this card, so it is not yellow.",
  ]);
  assert.equal(historyOf(frame(), log, 0, 0)[0], "Dealt at the start.");
  const brown = frame({ rules: { ...frame().rules, misses: ["y"] } });
  assert.equal(historyOf(brown, log, 4, 0)[2], "Turn 4: Bob clued yellow and not this card.");
});

test("what is looked back at stays until one goes back, whatever comes, and no move is possible", () => {
  const past = { t: "past", turn: 2, frame: frame({ turn: 3, to_move: 1 }) };
  const mine = holding(0b1, { legal: { plays: [1], discards: [1], clues: [] } });
  const asked = reduce(mine, { t: "looking", turn: 2 });
  assert.equal(reduce(reduce(asked, { t: "present turn" }), past).past, null, "turned back meanwhile");
  assert.equal(reduce(asked, { t: "link", link: "lost" }).looking, null, "it cannot come any more");
  const looking = reduce(asked, past);
  assert.deepEqual(moveOf(mine, "play"), { t: "play", order: 1 });
  for (const state of [asked, looking]) {
    assert.equal(moveOf({ ...state, selected: 1 }, "play"), null);
    assert.deepEqual([..."ad;cq1"].map((key) => meaning(state, key)), Array(6).fill(null));
  }
  const later = reduce(looking, { t: "update", v: 6, frame: frame({ turn: 9 }) });
  assert.equal(later.past?.turn, 2);
  assert.equal(later.frame.turn, 9);
  const { turn, to_move: mover } = shown(later).frame;
  assert.deepEqual([turn, mover], [3, 0], "whose turn it is now is not looked back at");
  assert.equal(reduce(later, { t: "present turn" }).past, null);
  assert.equal(reduce(later, { t: "cancel" }).past, null);
});
