import assert from "node:assert/strict";
import test from "node:test";

import { same, told } from "hanabi/learn/told";
import { start } from "hanabi/table/reducer";

import { frame } from "./frames.js";

const state = (change = {}) => ({ ...start(frame(), 0), ...change });
const clue = { t: "clue", seat: 1, value: "1" };

test("a clue is asked for where the clues are, then to be given", () => {
  assert.equal(told(state(), clue, true).press, '.value[data-value="1"]');
  assert.equal(told(state(), clue, false).press, "[data-act=open-clues]");
  const aim = { seat: 1, value: "1", pinned: true };
  assert.equal(told(state({ aim }), clue, false).words, "Press Give 1.");
});

test("a card is chosen first, then played or discarded", () => {
  const [card] = state().frame.hands[0];
  const act = { t: "discard", order: card.order };
  assert.equal(told(state(), act, true).words, `Choose your slot ${card.slot}.`);
  assert.equal(
    told(state({ selected: card.order }), act, true).words,
    `Press Discard slot ${card.slot}.`,
  );
});

test("another card, another clue and another kind of move are not the same", () => {
  assert.ok(same({ ...clue }, clue));
  assert.ok(!same({ ...clue, value: "2" }, clue));
  assert.ok(!same({ t: "play", order: 1 }, { t: "discard", order: 1 }));
  assert.ok(!same({ t: "play", order: 1 }, { t: "play", order: 2 }));
  assert.ok(!same({ t: "play", order: 1 }, clue));
});
