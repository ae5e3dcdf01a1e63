/** What the end of a game tells of it. */

import assert from "node:assert/strict";
import { test } from "node:test";

import "./document.js";

const { costliest, verdict } = await import("hanabi/table/coach");

const loss = (turn, before, after) => ({ turn, before, after, move: "", text: "", instead: "" });

test("the three costliest moves come first, the earlier of equal ones", () => {
  const losses = [loss(3, 25, 24), loss(9, 24, 20), loss(12, 20, 19), loss(30, 19, 15)];
  assert.deepEqual(
    costliest(losses).map(({ turn }) => turn),
    [9, 30, 3],
  );
});

test("the verdict counts moves and points", () => {
  const game = { low: [25, 25, 21], high: [25, 25, 21], score: [0, 0, 21], most: 25, deal: "" };
  assert.equal(
    verdict({ ...game, losses: [loss(2, 25, 21)] }),
    "With perfect play this deal gives 25. 1 move cost the other 4 points.",
  );
  assert.match(verdict({ ...game, score: [0, 0, 25], losses: [] }), /all 25 points/);
});

test("what a game that ended early left open is nobody's mistake", () => {
  const game = { low: [25, 25, 24], high: [25, 25, 24], score: [0, 0, 2], most: 25, deal: "" };
  assert.equal(
    verdict({ ...game, losses: [loss(2, 25, 24)] }),
    "With perfect play this deal gives 25. 1 move cost 1 point. The game ended with 22 points still to play for.",
  );
  assert.equal(
    verdict({ ...game, losses: [] }),
    "With perfect play this deal gives 25. The game ended with 23 points still to play for.",
  );
});
