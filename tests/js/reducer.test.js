import assert from "node:assert/strict";
import test from "node:test";

import { ownSeat, reduce, start } from "hanabi/table/reducer";

import { card, entry, frame } from "./frames.js";

const begin = () => start(frame(), 5);
const after = (...messages) => messages.reduce(reduce, begin());
const update = (v, told = {}) => ({ t: "update", v, frame: frame({ turn: 1, ...told }) });

test("a board begins without a connection, a choice or a request", () => {
  const { version, link, end, behind, selected, aim, sending, refusal, common } = begin();

  assert.equal(version, 5);
  assert.equal(link, "connecting");
  assert.deepEqual([end, selected, aim, sending, refusal], [null, null, null, null, null]);
  assert.deepEqual([behind, common], [false, false]);
});

test("the next update is shown and its entries join the log", () => {
  const state = after(
    update(6, { tokens: 7, log: [entry(1)] }),
    update(7, { turn: 2, log: [entry(2)] }),
  );

  assert.equal(state.version, 7);
  assert.equal(state.frame.turn, 2);
  assert.deepEqual(state.log, [entry(1), entry(2)]);
});

test("updates and presence make the table that a whole frame shows", () => {
  const log = [entry(1), entry(2), entry(3, { kind: "note", text: "Bob is away." })];
  const seats = [{ name: "Alice", kind: "person", present: true }, { name: "Bob", kind: "person", present: false, away_since: 7 }];
  const now = frame({ turn: 3, tokens: 6, legal: { plays: [], discards: [], clues: [] }, log, seats });
  const state = after(
    update(6, { tokens: 7, trouble: { seat: 1, text: "It knows no move." }, log: [log[0]] }),
    update(7, { tokens: 6, log: [log[1]] }),
    { t: "presence", present: [true, false], away_since: [null, 7], watching: 0 },
    { t: "update", v: 8, frame: { ...now, log: [log[2]] } },
  );
  const whole = reduce(begin(), { t: "frame", v: 8, frame: now });

  assert.deepEqual({ ...state, frame: { ...state.frame, log: state.log } }, whole);
});

test("what I did and what was done to me is told to me as to “you”", () => {
  const log = [
    entry(1, { kind: "clue", seat: 0, target: 1, text: "Alice clues red to Bob, touching slot 1." }),
    entry(2, { kind: "clue", seat: 1, target: 0, text: "Bob clues 1 to Alice, touching slot 2.", why: "I clued Alice's 1s." }),
    entry(3, { kind: "play", seat: 0, success: false, text: "Alice misplays red 3 from slot 2: a strike." }),
    entry(4, { seat: 1, text: "Bob plays red 1 from slot 1.", why: "Alice clued red, so I played slot 1." }),
    entry(5, { seat: 0, text: "Piers plays red 2 from slot 1." }),
    entry(6, { kind: "note", text: "Alice is back." }),
    entry(7, { kind: "note", text: "Alice (2) is back." }),
  ];
  const yours = [
    "You clue red to Bob, touching slot 1.",
    "Bob clues 1 to you, touching slot 2.",
    "You misplay red 3 from slot 2: a strike.",
    "Bob plays red 1 from slot 1.",
    "Piers plays red 2 from slot 1.",
    "You are back.",
    "Alice (2) is back.",
  ];
  const { log: told } = after(update(6, { log }));

  assert.deepEqual(told.map(({ text }) => text), yours);
  assert.deepEqual([told[1].why, told[3].why], ["I clued your 1s.", "You clued red, so I played slot 1."]);
  assert.deepEqual(after(update(6, { log, watching: true })).log, log);
});

test("an update that is already shown changes nothing", () => {
  const before = begin();

  assert.equal(reduce(before, update(5)), before);
  assert.equal(reduce(before, update(4)), before);
});

test("an update after a gap is not shown, the board is behind", () => {
  const state = after(update(7, { tokens: 3 }));

  assert.equal(state.behind, true);
  assert.equal(state.version, 5);
  assert.equal(state.frame.tokens, 8);
});

test("a whole frame catches up and brings the whole log", () => {
  const log = [entry(1), entry(2)];
  const state = after(update(7), { t: "frame", v: 7, frame: frame({ turn: 2, log }) });

  assert.equal(state.behind, false);
  assert.equal(state.version, 7);
  assert.deepEqual(state.log, log);
});

test("a pong tells of missed messages only when it is ahead", () => {
  assert.equal(after({ t: "pong", n: 1, v: 5 }).behind, false);
  assert.equal(after({ t: "pong", n: 1, v: 6 }).behind, true);
});

test("presence changes who is there and nothing else", () => {
  const before = begin();
  const state = reduce(before, { t: "presence", present: [true, false], away_since: [null, 7], watching: 2 });

  assert.deepEqual(
    state.frame.seats.map(({ present }) => present),
    [true, false],
  );
  assert.equal(state.frame.seats[1].away_since, 7);
  assert.equal(state.version, 5);
  assert.equal(before.frame.seats[1].present, true, "the state before is left as it was");
});

test("a request waits for its answer and for the frame that answer names", () => {
  const asked = after({ t: "select", order: 1 }, { t: "sent", id: "a" });
  assert.deepEqual(asked.sending, { id: "a", until: null });

  const answered = reduce(asked, { t: "ack", id: "a", v: 6 });
  assert.deepEqual(answered.sending, { id: "a", until: 6 });
  assert.equal(reduce(answered, update(6)).sending, null);
});

test("a request whose frame came first is over with its answer", () => {
  assert.equal(after({ t: "sent", id: "a" }, update(6), { t: "ack", id: "a", v: 6 }).sending, null);
});

test("an answer to another request ends nothing", () => {
  const asked = after({ t: "sent", id: "a" });
  const refused = { t: "refused", id: "b", reason: "late", text: "Too late.", v: 5 };

  assert.equal(reduce(asked, { t: "ack", id: "b", v: 6 }), asked);
  assert.deepEqual(reduce(asked, refused), asked);
});

test("a refusal is shown, and tells whether the board is behind", () => {
  const refused = { t: "refused", id: "a", reason: "stale", text: "The table has moved on." };
  const sent = { t: "sent", id: "a" };

  const now = after(sent, { ...refused, v: 5 });
  assert.equal(now.sending, null);
  assert.equal(now.refusal, "The table has moved on.");
  assert.equal(now.behind, false);
  assert.equal(after(sent, { ...refused, v: 6 }).behind, true);
  assert.equal(after(sent, { ...refused, id: "b", v: 6 }).behind, true);
  assert.equal(after(update(7), sent, { ...refused, v: 5 }).behind, true, "it still is");
  assert.equal(after(sent, { ...refused, id: null, v: 5 }).refusal, "The table has moved on.");
});

test("my move lays down the clue that was considered, a new turn the refusal", () => {
  const aim = { seat: 1, value: "r", pinned: true };
  const refused = { t: "refused", id: null, reason: "no_token", text: "No clue left.", v: 5 };

  const held = after({ t: "aim", aim }, refused, update(6, { turn: 0 }));
  assert.deepEqual(held.aim, aim);
  assert.equal(held.refusal, "No clue left.");
  const laid = after({ t: "aim", aim }, refused, update(6));
  assert.equal(laid.aim, null);
  assert.equal(laid.refusal, null);
  const early = after(update(6, { to_move: 1 }), { t: "aim", aim }, update(7, { turn: 2 }));
  assert.deepEqual(early.aim, aim, "a clue prepared in another's turn waits for mine");
  assert.equal(reduce(early, update(8, { turn: 3, to_move: 1 })).aim, null);
});

test("a card stays selected for as long as somebody holds it", () => {
  const without = [[card(4, 1), card(0, 2)], []];

  assert.equal(after({ t: "select", order: 1 }, update(6)).selected, 1);
  assert.equal(after({ t: "select", order: 1 }, update(6, { hands: without })).selected, null);
});

test("one considers a card or a clue, not both", () => {
  const aim = { seat: 1, value: "r", pinned: true };

  assert.equal(after({ t: "aim", aim }, { t: "select", order: 1 }).aim, null);
  const advised = after({ t: "select", order: 1, act: "discard" });
  assert.equal(advised.intent, "discard");
  assert.equal(reduce(advised, { t: "select", order: 0 }).intent, null, "another card is for nothing yet");
  assert.equal(after({ t: "select", order: 1 }, { t: "aim", aim }).selected, null);
  const pointed = after({ t: "select", order: 1 }, { t: "aim", aim: { ...aim, pinned: false } });
  assert.equal(pointed.selected, 1, "a clue under the pointer is only looked at");
});

test("cancelling lays down both, and the refusal", () => {
  const refused = { t: "refused", id: null, reason: "no", text: "No.", v: 5 };
  const { selected, aim, refusal } = after({ t: "select", order: 1 }, refused, { t: "cancel" });

  assert.deepEqual([selected, aim, refusal], [null, null, null]);
});

test("an end is told and waits for nothing any more", () => {
  const { end, sending } = after({ t: "sent", id: "a" }, { t: "end", why: "Closed." });

  assert.equal(end, "Closed.");
  assert.equal(sending, null);
});

test("link and common knowledge are shown as they are told", () => {
  assert.equal(after({ t: "link", link: "open" }).link, "open");
  assert.equal(after({ t: "common", on: true }).common, true);
  assert.equal(after({ t: "common", on: true }, { t: "common", on: false }).common, false);
});

test("what nobody knows of changes nothing", () => {
  const before = begin();

  assert.equal(reduce(before, { t: "nonsense" }), before);
});

test("who only watches has no seat, whoever's view is lent", () => {
  assert.equal(ownSeat(frame()), 0);
  assert.equal(ownSeat(frame({ watching: true })), null);
  assert.equal(ownSeat(frame({ you: null })), null);
});

test("a table that cannot be saved says so until something comes again", () => {
  const waiting = after({ t: "sent", id: "m" }, { t: "waiting", id: "m", text: "" });

  assert.equal(waiting.waiting, true);
  assert.deepEqual(waiting.sending, { id: "m", until: null });
  for (const message of [{ t: "ack", id: "m", v: 6 }, update(6), { t: "frame", v: 6, frame: frame() }])
    assert.equal(reduce(waiting, message).waiting, false);
});
