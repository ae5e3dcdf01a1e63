import assert from "node:assert/strict";
import test from "node:test";

import { suitSymbol } from "hanabi/table/suits";

import "./document.js";

test("a suit has the symbol of its look, else that of its letter", () => {
  const drawn = (rules, letter) => suitSymbol(rules, letter).querySelector("use").getAttribute("href");

  assert.equal(drawn({}, "r"), "#suit-r");
  assert.equal(drawn({ looks: { t: { symbol: "other-1", tints: ["r"] } } }, "t"), "#suit-other-1");
});
