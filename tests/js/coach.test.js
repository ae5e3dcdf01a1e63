/** What the coach says at the end of a game. */

import assert from "node:assert/strict";
import { test } from "node:test";

import "./document.js";

const { allOpen, ordered, verdict } = await import("hanabi/table/coach");

const mistake = (turn, seat, cost) => ({ turn, seat, cost, points: "", move: "", instead: "", why: "" });
const report = (status, ...mistakes) => ({ status, mistakes, losses: [], practise: {} });

test("the reader's own costliest move comes first, though a partner's cost more", () => {
  const mistakes = [mistake(3, 1, 2), mistake(9, 0, 0.5), mistake(12, 0, 1.2)];
  assert.deepEqual(
    ordered(mistakes, 0).map(({ turn }) => turn),
    [12, 9, 3],
  );
  assert.deepEqual(
    ordered(mistakes, null).map(({ turn }) => turn),
    [3, 12, 9],
  );
});

test("the verdict counts the reader's mistakes and says how far the coach is", () => {
  const mine = [mistake(9, 0, 0.5), mistake(3, 1, 2)];
  assert.equal(
    verdict(report("done", ...mine), 0),
    "With what you could know, 1 move of yours was a mistake.",
  );
  assert.equal(
    verdict(report("done", ...mine), null),
    "With what the players could know, 2 moves were mistakes.",
  );
  assert.match(verdict(report("done", mistake(3, 1, 2)), 0), /no move of yours was a clear mistake.*of others/);
  assert.match(verdict(report("done", ...mine, ...mine), null, 3), /4 moves were mistakes\. The costliest:$/);
  assert.match(verdict(report("working", ...mine), 0), /still looking/);
  assert.match(verdict(report("away"), 0), /away just now/);
});

test("what the deal gives is named as seen with all cards open", () => {
  assert.equal(
    allOpen({ low: [25, 21], score: [0, 21] }),
    "With all cards open, 25 points were possible.",
  );
  assert.match(allOpen({ low: [25, 25], score: [0, 25] }), /you got them all/);
});
