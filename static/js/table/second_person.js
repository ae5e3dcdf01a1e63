/** Rewrite the log in the second person: “You clue red to Bo”, “Bo clues 1 to you”. */

/** @import { LogEntry } from "game/protocol" */

/** Patterns of what follows a person's name in a reason, and the second-person forms of both. */
const SAID = [
  ["'s ", "your "],
  [" doesn't ", "you don't "],
  [" knows(?=[ .])", "you know"],
  [" (?=(clued|discarded|drew|had|held|made|misplayed|played) )", "you "],
  ["(?=[,.;]| or )", "you"],
];

/** Verb forms after “You”, by those after a name. */
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
 * Return the entry in the second person. Moves that another made in the reader's seat while they
 * were away keep the other's name.
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
 * Rewrite a sentence on this person's move in the second person.
 *
 * @param {string} text  “Ana plays red 3 from slot 2.”
 * @param {string} name
 */
export function doneByYou(text, name) {
  if (text.startsWith(`${name}'s `)) return text.replace(`${name}'s `, "Your ");
  if (!text.startsWith(`${name} `)) return text;
  const back = `${name} is back.`;
  if (text.startsWith(back)) {
    return `You are back.${text.slice(back.length).replace(` for ${name}.`, " for you.")}`;
  }
  const [verb, ...rest] = text.slice(name.length + 1).split(" ");
  return DONE.has(verb) ? ["You", DONE.get(verb), ...rest].join(" ") : text;
}

/**
 * @param {string} said  “I clued Ana's 1s.”
 * @param {string} name
 */
function ofYou(said, name) {
  // Names are whole words: Ana's reasons may speak of Diana.
  const whole = `(^|[^\\p{L}\\p{N}])${name.replace(/[.*+?^${}()|[\]\\]/g, "\\$&")}`;
  return SAID.reduce(
    (text, [theirs, yours]) => text.replace(new RegExp(whole + theirs, "gu"), `$1${yours}`),
    said,
  ).replace(/(^|\. )you/g, "$1You");
}
