import assert from "node:assert/strict";
import { mock, test } from "node:test";

import "./document.js";
import { entry, frame } from "./frames.js";

const { createAnnouncer } = await import("hanabi/table/announce");
const { createEntries } = await import("hanabi/table/log");
const { reduce, start } = await import("hanabi/table/reducer");

globalThis.window = globalThis;

/** Alice's table after no move, with its announcer; Bob is to move. */
function table() {
  const announcer = createAnnouncer();
  let state = start(frame({ turn: 1, to_move: 1 }), 1);
  const dispatch = (deed) => announcer.update((state = reduce(state, deed)));
  announcer.update(state);
  const [news, clock] = announcer.node.children;
  const come = (log, told) =>
    dispatch({ t: "update", v: state.version + 1, frame: frame({ log, turn: 2, ...told }) });
  return { news, clock, dispatch, come, past: () => state.past };
}

test("every new move is said with its reason, and then that it is your turn", () => {
  const { news, come } = table();
  come([entry(1, { why: "It fits." }), entry(2, { kind: "note", text: "Bob is back." })]);
  assert.equal(news.textContent, "Move 1 It fits. Bob is back. Your turn.");
});

test("looking back says nothing of the present, and a turn that comes meanwhile is said", () => {
  const { news, dispatch, come, past } = table();
  dispatch({ t: "looking", turn: 0 });
  dispatch({ t: "past", turn: 0, frame: frame({ turn: 1, to_move: 0 }) });
  assert.equal(news.textContent, "");
  come([entry(1)]);
  assert.equal(news.textContent, "Move 1 Your turn.");
  assert.deepEqual([past().turn, past().of], [0, 1]);
});

test("your clock is said to run out, the others' are not", () => {
  mock.timers.enable({ apis: ["setTimeout", "Date"], now: 0 });
  const { clock, come } = table();
  const said = (/** @type {number} */ seconds) => (mock.timers.tick(1000 * seconds), clock.textContent);
  come([entry(1)], { clock: { left: [40, 40], began: 0, deadline: 40 } });
  assert.deepEqual([said(9), said(1), said(20)], ["", "30 seconds left.", "10 seconds left."]);
  come([entry(2)], { turn: 3, to_move: 1, clock: { left: [40, 40], began: 30, deadline: 70 } });
  assert.deepEqual([said(10), said(20)], ["", ""]);
  mock.timers.reset();
});

test("the log is one tab stop", () => {
  const { node, update } = createEntries(() => {});
  update(start(frame({ log: [entry(1, { how: "How" }), entry(2)] }), 3));
  const stops = [...node.querySelectorAll("button, summary")].map((one) => one.getAttribute("tabindex"));
  assert.deepEqual(stops, ["0", "-1", "-1"]);
});

test("lines that come again with other names and reasons are shown so", () => {
  const { node, update } = createEntries();
  update(start(frame({ log: [entry(1, { text: "Alice plays." }), entry(2)] }), 2));
  update(start(frame({ log: [entry(1, { text: "Player 1 plays.", why: "It fits." }), entry(2)] }), 3));
  assert.deepEqual([...node.children].map((line) => line.textContent), ["2 Move 2", "1 Player 1 plays. It fits."]);
});
