import assert from "node:assert/strict";
import test from "node:test";

import { reduce, start } from "hanabi/table/reducer";
import { keepSelection, withSelection } from "hanabi/table/selection";

import { frame } from "./frames.js";

const stored = new Map();
globalThis.sessionStorage = {
  getItem: (name) => stored.get(name) ?? null,
  setItem: (name, value) => stored.set(name, value),
};

const legal = { plays: [0, 1], discards: [0, 1], clues: [{ seat: 1, value: "r", touches: [3] }] };
const table = (version, told = {}) => start(frame({ legal, ...told }), version);
const aim = { seat: 1, value: "r", pinned: true };

test("a selected card is selected again after a reload", () => {
  keepSelection(reduce(table(5), { t: "select", order: 1 }));
  assert.equal(withSelection(table(5)).selected, 1);
});

test("a clue that was chosen is chosen again if it can be given", () => {
  keepSelection(reduce(table(5), { t: "aim", aim }));
  assert.deepEqual(withSelection(table(5)).aim, aim);
  assert.equal(withSelection(table(5, { legal: { ...legal, clues: [] } })).aim, null);
});

test("nothing is selected at another table, after a move, or of a card that is gone", () => {
  keepSelection(reduce(table(5), { t: "select", order: 1 }));
  assert.equal(withSelection(table(6)).selected, null);
  assert.equal(withSelection(table(5, { table: "another" })).selected, null);
  assert.equal(withSelection(table(5, { hands: [[], []] })).selected, null);
});

test("what is kept wrong is no selection", () => {
  stored.set("considered", "{");
  assert.equal(withSelection(table(5)).selected, null);
});
