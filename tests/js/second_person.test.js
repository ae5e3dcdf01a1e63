import assert from "node:assert/strict";
import { test } from "node:test";

import { reduce, start } from "hanabi/table/reducer";
import { doneByYou } from "hanabi/table/second_person";

import { entry, frame } from "./frames.js";

test("a move of the bot that sits for me is told as the bot's, now and when I am back", () => {
  const away = frame();
  away.seats[0] = { ...away.seats[0], name: "Wary", sits_for: "Ana" };
  away.log = [entry(1, { kind: "clue", seat: 0, target: 1, text: "Wary clues 2 to Bob." })];
  assert.equal(start(away, 1).log[0].text, "Wary clues 2 to Bob.");
  assert.equal(start(frame({ log: away.log }), 1).log[0].text, "Wary clues 2 to Bob.");
});

test("who comes back reads what was done for them", () => {
  const said = "Ana is back. Meanwhile Wary made 2 moves for Ana.";
  const back = "You are back. Meanwhile Wary made 2 moves for you.";
  const lines = [said, "Ana is back."].map((text) => doneByYou(text, "Ana"));
  assert.deepEqual([...lines, doneByYou(said, "Bob")], [back, "You are back.", said]);
});

test("a reason calls me you, and nobody else whose name ends like mine", () => {
  const why = "Alice played no red 1. Malice clued Alice's red: slot 2 needs it, held by Malice or Alice, so that Alice knows.";
  const log = [entry(1, { kind: "clue", seat: 1, text: "Malice clues red.", why })];
  const yours = "You played no red 1. Malice clued your red: slot 2 needs it, held by Malice or you, so that you know.";
  assert.equal(start(frame({ log }), 1).log[0].why, yours);
});

test("the lines that were there before count as heard, later ones are news", () => {
  const before = start(frame(), 1);
  assert.equal(before.heard, false);
  assert.equal(reduce(before, { t: "chat", lines: [] }).heard, true);
});
