import assert from "node:assert/strict";
import test from "node:test";

import { createHand } from "hanabi/table/hands";
import { start } from "hanabi/table/reducer";

import { moved } from "./document.js";
import { card, entry, frame } from "./frames.js";

/** Bob's hand as Alice sees it, with these cards. */
function handOf(...held) {
  const state = (cards, told) => ({
    ...start(frame({ hands: [[], cards], ...told }), 0),
    common: told?.common ?? false,
  });
  const deeds = [];
  const hand = createHand(state(held), 1, (deed) => deeds.push(deed));
  const cards = hand.node.querySelector(".cards");
  const show = (...now) => hand.update(state(now));
  show(...held);
  return {
    cards,
    deeds,
    show,
    update: hand.update,
    state,
    orders: () => [...cards.children].map((node) => Number(node.dataset.order)),
    node: (order) => cards.querySelector(`[data-order="${order}"]`),
  };
}

test("cards lie in the order of the frame", () => {
  const hand = handOf(card(3, 1), card(2, 2));
  assert.deepEqual(hand.orders(), [3, 2]);
});

test("a card keeps its node for as long as it is held", () => {
  const hand = handOf(card(3, 1), card(2, 2));
  const kept = hand.node(3);
  const gone = hand.node(2);
  const nodes = moved(hand.cards, () => hand.show(card(4, 1), card(3, 2)));
  assert.deepEqual(hand.orders(), [4, 3]);
  assert.equal(hand.node(3), kept);
  assert.equal(gone.parentNode, null);
  assert.deepEqual(nodes, [hand.node(4)], "only the drawn card is put in");
});

test("the cards of the last clue are marked until the next move, whatever is noted", () => {
  const hand = handOf(card(3, 1), card(2, 2));
  const log = [entry(1, { kind: "clue", touches: [2] }), entry(2, { kind: "note" })];
  hand.update({ ...hand.state([card(3, 1), card(2, 2)]), log });
  assert.deepEqual([3, 2].map((order) => hand.node(order).classList.contains("fresh")), [false, true]);
});

test("the same frame again moves nothing", () => {
  const hand = handOf(card(3, 1), card(2, 2));
  assert.deepEqual(moved(hand.cards, () => hand.show(card(3, 1), card(2, 2))), []);
});

test("a card that comes back, in an earlier turn of a replay, is a new one", () => {
  const hand = handOf(card(3, 1), card(2, 2));
  const gone = hand.node(2);
  hand.show(card(4, 1), card(3, 2));
  hand.show(card(3, 1), card(2, 2));
  assert.deepEqual(hand.orders(), [3, 2]);
  assert.notEqual(hand.node(2), gone);
});

test("a hand is one tab stop, also when its card has gone", () => {
  const hand = handOf(card(3, 1), card(2, 2));
  const stops = () => [...hand.cards.children].map((node) => node.getAttribute("tabindex"));
  assert.deepEqual(stops(), ["0", "-1"]);
  hand.show(card(4, 1), card(2, 2));
  assert.equal(stops().filter((stop) => stop === "0").length, 1);
});

test("a card shows what the receiver was told of it", () => {
  const hand = handOf(card(3, 1, { id: "r1" }), card(2, 2));
  assert.equal(hand.node(3).querySelector(".face").getAttribute("data-suit"), "r");
  assert.equal(hand.node(3).getAttribute("aria-label"), "Bob's slot 1, red 1");
  assert.equal(hand.node(2).querySelector(".face").hidden, true);
});

test("in common, a card shows what everybody knows of it and no chances", () => {
  const held = card(3, 1, { possible: 0b1, common: 0b11, odds: [1, 0, 0] });
  const hand = handOf(held);
  const lit = () => hand.node(3).querySelectorAll(".cell.on").length;
  const odds = hand.node(3).querySelector(".odds");
  assert.deepEqual([lit(), odds.hidden], [1, false]);
  hand.update(hand.state([held], { common: true }));
  assert.deepEqual([lit(), odds.hidden], [2, true]);
});

test("pressing a card selects it by its draw number", () => {
  const hand = handOf(card(3, 1), card(2, 2));
  hand.node(2).dispatchEvent(new document.defaultView.Event("click"));
  assert.deepEqual(hand.deeds, [{ t: "select", order: 2 }]);
});
