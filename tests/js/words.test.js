import assert from "node:assert/strict";
import test from "node:test";

import { start } from "hanabi/table/reducer";
import { previewSentence } from "hanabi/table/text/board";
import { aboutCard, bySuit, cardLabel, cardSentence, possibilities, scoreOf, uncounted } from "hanabi/table/words";

import { card, frame } from "./frames.js";

test("what keeps a game of people out of the statistics is said", () => {
  assert.equal(uncounted(frame()), "");
  assert.equal(
    uncounted(frame({ marks: ["seed", "taken_over"] })),
    "Not counted in statistics: its deal was chosen and a player took over from a bot.",
  );
  const seats = [
    { name: "Piers", kind: "agent" },
    { name: "IGGI", kind: "agent" },
  ];
  assert.equal(uncounted(frame({ marks: ["seed"], seats })), "");
});

const { rules } = frame();

test("colours and numbers that go together are named, others are counted", () => {
  assert.equal(possibilities(rules, 0b110110), "red 2, red 3, yellow 2 or yellow 3");
  assert.equal(possibilities(rules, 0b111111), "red or yellow 1, 2 or 3");
  assert.equal(possibilities(rules, 0b011111), "one of 5 cards");
  assert.equal(bySuit(rules, 0b011111), "red 1 to 3, yellow 1 or 2");
});

test("a whole colour or number is named in short", () => {
  assert.equal(possibilities(rules, 0b000111), "any red card");
  assert.equal(possibilities(rules, 0b001001), "any 1");
  assert.equal(possibilities({ ...rules, suits: [...rules.suits, { letter: "b", name: "Blue" }] }, 0b001001), "red or yellow 1");
  assert.equal(possibilities(rules, 0b000011), "red 1 or 2");
});

test("the score is out of what can be reached, and at the end out of the whole", () => {
  assert.deepEqual(scoreOf(frame({ score: 2, max_score: 5 })), [2, 5]);
  const ending = { zero: 0, stacks: 2 };
  assert.deepEqual(scoreOf(frame({ score: 2, max_score: 5, ending })), [0, 6]);
  assert.deepEqual(scoreOf(frame({ score: 2, max_score: 5, ending, scoring: "stacks" })), [2, 6]);
});

test("my card is named with its chances", () => {
  const told = card(1, 2, { possible: 0b011011, odds: [0.4, 0, 0.126] });
  assert.equal(
    cardLabel(frame({ critical: 0b010010 }), 0, told),
    "Your slot 2, can be red 1, red 2, yellow 1 or yellow 2, 40% playable, 13% critical",
  );
});

test("what is certain of a card is said without a number", () => {
  const sure = (possible, told) => aboutCard(frame(told), 0, card(1, 1, { possible, odds: [1, 0, 0] }));
  assert.deepEqual(sure(0b000001), ["known: red 1", "playable"]);
  assert.deepEqual(sure(0b000100), ["known: red 3", "not playable", "critical"]);
  assert.deepEqual(sure(0b000010, { useless: 0b010 }), ["known: red 2", "not playable", "trash"]);
});

test("what the last clue settled is said to be known now", () => {
  const told = card(1, 1, { possible: 0b000001, became_known: true });
  assert.equal(aboutCard(frame(), 0, told)[0], "now known: red 1");
});

test("a mate's card is named with what it is worth, where the table helps", () => {
  const held = (told) => cardLabel(frame(), 1, card(3, 1, { id: "r1", ...told }));
  assert.equal(held({ possible: 0b001001, marks: ["1"] }), "Bob's slot 1, red 1, playable, clued 1, Bob knows only that it is a 1");
  assert.equal(held({}), "Bob's slot 1, red 1");
  const told = card(3, 1, { id: "r1", marks: ["1"], possible: 0b001001 });
  assert.equal(cardSentence(frame(), 1, told), "Bob's slot 1: red 1, playable, clued 1. Bob knows only that it is a 1.");
});

test("a clue is previewed with what it would tell", () => {
  const clues = [{ seat: 1, value: "r", touches: [3], then: { 3: 0b111, 2: 0b111000 } }];
  const state = { ...start(frame({ legal: { plays: [], discards: [], clues } }), 1), aim: { seat: 1, value: "r", pinned: true } };
  assert.equal(
    previewSentence(state),
    "Clue red to Bob: touches slot 1. Bob would then know: slot 1 can be any red card.",
  );
});
