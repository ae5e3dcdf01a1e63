// @ts-check
/** The log as its reader would be told it: “You clue red to Bo”, “Bo clues 1 to you”. */

/** @typedef {import("hanabi/table/protocol").LogEntry} LogEntry */

/** What is said of a person by name in a reason, and to them. */
const SAID = [
  ["'s ", "your "],
  [" clued ", "you clued "],
  [" doesn't ", "you don't "],
];

/** The words after the name of who did something, as they stand after “You”. */
const DONE = new Map(
  Object.entries({
    clues: "clue",
    plays: "play",
    discards: "discard",
    misplays: "misplay",
    is: "are",
    does: "do",
    goes: "go",
    and: "and",
    ended: "ended",
    took: "took",
  }),
);

/**
 * What another did in the reader's seat while they were away keeps that one's name.
 *
 * @param {LogEntry} entry
 * @param {number} seat  the reader's
 * @param {string} name  the reader's
 * @returns {LogEntry}
 */
export function toYou(entry, seat, name) {
  const { kind, text, why } = entry;
  if (kind === "note" || entry.seat === seat) return { ...entry, text: doneByYou(text, name) };
  return {
    ...entry,
    text: entry.target === seat ? text.replace(` to ${name}, touching `, " to you, touching ") : text,
    ...(why && { why: ofYou(why, name) }),
  };
}

/**
 * A sentence on what somebody did, to them.
 *
 * @param {string} text  “Ana plays red 3 from slot 2.”
 * @param {string} name
 */
export function doneByYou(text, name) {
  if (text.startsWith(`${name}'s `)) return text.replace(`${name}'s `, "Your ");
  if (!text.startsWith(`${name} `)) return text;
  const [verb, ...rest] = text.slice(name.length + 1).split(" ");
  return DONE.has(verb) ? ["You", DONE.get(verb), ...rest].join(" ") : text;
}

/**
 * @param {string} said  “I clued Ana's 1s.”
 * @param {string} name
 */
function ofYou(said, name) {
  return SAID.reduce((text, [theirs, yours]) => text.replaceAll(name + theirs, yours), said).replace(
    /(^|\. )you/g,
    "$1You",
  );
}
