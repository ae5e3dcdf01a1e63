/** The layer of conventions: what a card has been said to be, drawn and named, if it is on. */

import assert from "node:assert/strict";
import test from "node:test";

import { layerIsOn } from "hanabi/table/conventions";
import { shown } from "hanabi/table/rewind";
import { start } from "hanabi/table/reducer";
import { byConvention, cardLabel, inShort, saidOf } from "hanabi/table/words";

import "./document.js";
import { card, frame } from "./frames.js";

const R1 = 1;
const R2 = 2;
const Y1 = 8;

/** Run with these stored choices, for a person who knows so much. */
function having(choices, knows, act) {
  const before = globalThis.localStorage;
  globalThis.localStorage = { getItem: (name) => choices[name] ?? null };
  document.documentElement.dataset.knows = knows;
  try {
    act();
  } finally {
    globalThis.localStorage = before;
    delete document.documentElement.dataset.knows;
  }
}

test("what was said leaves out what the card can no longer be", () => {
  assert.equal(saidOf({ said: R1 | Y1, possible: R1 | R2 }), R1);
});

test("nothing is said of a card of which its clues tell the same", () => {
  assert.equal(saidOf({ said: R1 | R2, possible: R1 | R2 }), undefined);
  assert.equal(saidOf({ possible: R1 | R2 }), undefined);
});

test("a card that cannot be what was said still shows what was said", () => {
  assert.equal(saidOf({ said: R1, possible: R2 }), R1);
});

test("a long list is cut short, playable cards first", () => {
  const { ids, more } = inShort(frame(), 0b111111);
  assert.deepEqual([ids, more], [["r1", "y1"], 4]);
});

test("a screen reader hears chop, focus, and what was said", () => {
  const held = card(3, 1, { id: "r1", touched: true, focus: true, said: R1 | Y1, possible: 63 });
  const label = cardLabel(frame(), 1, held);
  assert.match(label, /focus of the last clue, said to be any 1$/);
  assert.deepEqual(byConvention(frame(), card(2, 2, { chop: true })), ["chop"]);
  assert.deepEqual(byConvention(frame(), card(2, 2, { said: 0 })), ["said to be trash"]);
});

test("a promise names its giver, its clue, and the card that comes after", () => {
  const held = card(1, 1, { asked: { turn: 1, focus: 2, missing: R1 } });
  assert.deepEqual(byConvention(frame(), held), [
    "may be red 1, to be played before Bob's slot 2 (your clue at turn 1)",
  ]);
});

test("the layer is on where it was switched on, and for who plays by conventions", () => {
  const kept = frame({ conventions: "partners" });
  having({}, "", () => assert.equal(layerIsOn(kept), false));
  having({}, "conventions", () => assert.equal(layerIsOn(kept), true));
  having({ conventions: "off" }, "conventions", () => assert.equal(layerIsOn(kept), false));
  having({ conventions: "on" }, "new", () => assert.equal(layerIsOn(kept), true));
  having({ conventions: "on" }, "new", () => assert.equal(layerIsOn(frame()), false));
});

test("beside partners without conventions the layer is off until it is asked for, and says whose it is", () => {
  const common = frame({ conventions: "common" });
  having({ conventions: "on" }, "conventions", () => assert.equal(layerIsOn(common), false));
  having({ "common-conventions": "on" }, "", () => assert.equal(layerIsOn(common), true));
  assert.match(cardLabel(common, 1, card(2, 2, { chop: true })), /by the common conventions, chop$/);
});

test("a board without the layer shows nothing of it", () => {
  const hands = [[card(1, 1, { chop: true, said: R1, asked: { turn: 1, focus: 3, missing: R1 } })], []];
  const state = start(frame({ conventions: "partners", hands }), 0);
  having({}, "", () => assert.deepEqual(shown(state).frame.hands[0], [card(1, 1)]));
  having({ conventions: "on" }, "", () => assert.equal(shown(state), state));
});
