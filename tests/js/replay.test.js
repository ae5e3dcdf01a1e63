import assert from "node:assert/strict";
import test from "node:test";

import { nearest, STEPS, statesOf } from "hanabi/replay/states";

import { entry, frame } from "./frames.js";

const away = { name: "Bob", kind: "agent", present: false, thinking: true };
const states = () =>
  statesOf([
    frame({ turn: 0 }),
    frame({ turn: 1, log: [entry(1)], seats: [{ name: "Alice", kind: "person" }, away] }),
    frame({ turn: 2, log: [{ ...entry(2), kind: "note" }, entry(2)] }),
  ]);

test("a state for the deal and one for each move, told apart by its version", () => {
  assert.deepEqual(
    states().map(({ version, frame }) => [version, frame.turn]),
    [
      [0, 0],
      [1, 1],
      [2, 2],
    ],
  );
});

test("a turn's log has everything up to it and nothing after", () => {
  assert.deepEqual(
    states().map(({ log }) => log.map(({ text, kind }) => `${kind} ${text}`)),
    [[], ["play Move 1"], ["play Move 1", "note Move 2", "play Move 2"]],
  );
});

test("nobody is away or thinking in a game that is over", () => {
  for (const { frame } of states()) {
    for (const seat of frame.seats) assert.deepEqual([seat.present, seat.thinking], [true, false]);
  }
  assert.equal(states()[1].frame.seats[1].name, "Bob");
});

test("keys go by a move, by a round, or to an end", () => {
  const all = states();
  const from = (key, turn) => STEPS[key](turn, all);

  assert.deepEqual([from("ArrowLeft", 2), from("ArrowRight", 1)], [1, 2]);
  assert.deepEqual([from("[", 2), from("]", 0)], [0, 2]);
  assert.deepEqual([from("Home", 2), from("End", 0)], [0, 2]);
});

test("there is no turn before the deal or after the last", () => {
  const all = states();

  assert.deepEqual([-3, 0, 1, 2, 9].map((turn) => nearest(all, turn)), [0, 0, 1, 2, 2]);
});
