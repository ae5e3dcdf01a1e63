import assert from "node:assert/strict";
import test from "node:test";

import { el, say, set } from "hanabi/dom";

import { written } from "./document.js";

test("an element has its attributes, listeners and children", () => {
  let clicks = 0;
  const node = el("button", { type: "button", onclick: () => (clicks += 1) }, "Play ", el("b"));
  node.dispatchEvent(new document.defaultView.Event("click"));
  assert.equal(node.outerHTML, '<button type="button">Play <b></b></button>');
  assert.equal(clicks, 1);
});

test("what is false or missing is left out, except for ARIA, which says it in words", () => {
  const node = el("a", { hidden: false, href: null, title: undefined, "aria-pressed": false });
  assert.equal(node.outerHTML, '<a aria-pressed="false"></a>');
  assert.equal(el("a", { hidden: true }).getAttribute("hidden"), "");
  assert.equal(el("a", { "aria-hidden": true }).getAttribute("aria-hidden"), "true");
  assert.equal(el("a", { tabindex: 0 }).getAttribute("tabindex"), "0");
});

test("an attribute is written only when it changes", () => {
  const node = el("a", { title: "one" });
  assert.deepEqual(written(node, () => set(node, "title", "one")), []);
  assert.deepEqual(written(node, () => set(node, "title", "two")), ["title"]);
  set(node, "title", null);
  assert.equal(node.hasAttribute("title"), false);
});

test("a text is said once: the same again leaves its node", () => {
  const node = el("p", {}, "Your turn");
  const { firstChild } = node;
  say(node, "Your turn");
  assert.equal(node.firstChild, firstChild);
  say(node, "");
  assert.equal(node.textContent, "");
});
