/** Texts for cards, clues and slots, used on screen and by screen readers. */

import { ownSeat } from "hanabi/table/reducer";

/** @import { Frame, ShownCard as Card, ShownRules as Rules } from "game/protocol" */

/**
 * Return the position of an identity's bit in a mask.
 *
 * @param {Rules} rules
 * @param {string} id such as `r3`
 */
function bitOf(rules, id) {
  return rules.suits.findIndex((suit) => suit.letter === id[0]) * rules.ranks + Number(id[1]) - 1;
}

/** @param {Rules} rules @param {number} mask @returns {string[]} identities such as `r3` */
export function identities(rules, mask) {
  return rules.suits
    .flatMap(({ letter }) => Array.from({ length: rules.ranks }, (_, rank) => `${letter}${rank + 1}`))
    .filter((_, bit) => mask & (1 << bit));
}

/**
 * Return the only identity of a mask, if it has exactly one.
 *
 * @param {Rules} rules
 * @param {number | undefined} mask
 */
export function only(rules, mask) {
  const ids = identities(rules, mask ?? 0);
  return ids.length === 1 ? ids[0] : undefined;
}

/** @param {Rules} rules @param {string} letter */
function suitName(rules, letter) {
  return rules.suits.find((suit) => suit.letter === letter)?.name.toLowerCase() ?? letter;
}

/** @param {Rules} rules @param {string} id */
export function cardName(rules, id) {
  return `${suitName(rules, id[0])} ${id.slice(1)}`;
}

/** @param {Rules} rules @param {string} value */
export function clueName(rules, value) {
  return rules.clue_names[value] ?? value;
}

/** Join words: “a”, “a or b”, “a, b or c”. @param {string[]} words @param {string} [last] */
export function list(words, last = "or") {
  return words.length < 2
    ? words.join("")
    : `${words.slice(0, -1).join(", ")} ${last} ${words.at(-1)}`;
}

/**
 * Describe a set of identities as briefly as possible.
 *
 * @param {Rules} rules
 * @param {number} mask
 */
export function possibilities(rules, mask) {
  const ids = identities(rules, mask);
  const suits = [...new Set(ids.map((id) => suitName(rules, id[0])))];
  const ranks = [...new Set(ids.map((id) => id.slice(1)))].sort();
  if (ids.length === 1) return cardName(rules, ids[0]);
  if (suits.length === 1) return ranks.length === rules.ranks ? `any ${suits[0]} card` : `${suits[0]} ${list(ranks)}`;
  if (ranks.length === 1) return suits.length === rules.suits.length ? `any ${ranks[0]}` : `${list(suits)} ${ranks[0]}`;
  if (ids.length <= 4) return list(ids.map((id) => cardName(rules, id)));
  const grid = suits.length * ranks.length === ids.length;
  if (grid && suits.length + ranks.length <= 6) return `${list(suits)} ${list(ranks)}`;
  return `one of ${ids.length} cards`;
}

/**
 * List all identities of a set by suit: “red 1 to 3, blue 4 or 5”.
 *
 * @param {Rules} rules
 * @param {number} mask
 */
export function bySuit(rules, mask) {
  const ids = identities(rules, mask);
  return rules.suits
    .map(({ letter, name }) => ({ name, ranks: ids.filter((id) => id[0] === letter).map((id) => id.slice(1)) }))
    .filter(({ ranks }) => ranks.length > 0)
    .map(({ name, ranks }) => `${name.toLowerCase()} ${inARow(ranks) ? `${ranks[0]} to ${ranks.at(-1)}` : list(ranks)}`)
    .join(", ");
}

/** @param {string[]} ranks */
function inARow(ranks) {
  return ranks.length > 2 && Number(ranks.at(-1)) - Number(ranks[0]) === ranks.length - 1;
}

/**
 * Return the slots of the cards with these draw numbers: “slot 2”, “slots 1 and 4”.
 *
 * @param {Card[]} hand
 * @param {number[]} orders
 */
export function places(hand, orders) {
  const slots = hand
    .filter((card) => orders.includes(card.order))
    .map((card) => card.slot)
    .sort();
  return slots.length === 1 ? `slot ${slots[0]}` : `slots ${list(slots.map(String), "and")}`;
}

/** Return whose a thing is: “Your” or “Theo's”. @param {Frame} frame @param {number} seat */
export function ownerOf(frame, seat) {
  return seat === ownSeat(frame) ? "Your" : `${frame.seats[seat].name}'s`;
}

/**
 * Return a card's accessible name, using only what the receiver was sent.
 *
 * @param {Frame} frame
 * @param {number} seat
 * @param {Card} card
 * @param {boolean} [sourced]  whether to say whose conventions are meant
 */
export function cardLabel(frame, seat, card, sourced = true) {
  const said = byConvention(frame, card);
  const source = sourced && said.length && frame.conventions === "common" ? [SOURCES.common.toLowerCase()] : [];
  return [placeOf(frame, seat, card), ...aboutCard(frame, seat, card), ...source, ...said].join(", ");
}

/** Return “Your slot 1” or “Bob's slot 1”. @param {Frame} frame @param {number} seat @param {Card} card */
function placeOf(frame, seat, { slot }) {
  return `${seat === ownSeat(frame) ? "Your" : `${frame.seats[seat].name}'s`} slot ${slot}`;
}

/**
 * Return what the holder of a visible card knows of it; nothing where the table does not show it.
 *
 * @param {Frame} frame
 * @param {number} seat
 * @param {Card} card
 */
function knownBy({ rules, seats }, seat, { possible }) {
  if (possible === undefined) return undefined;
  const text = possibilities(rules, possible);
  const [, all, card] = /^any (.+?)( card)?$/.exec(text) ?? [];
  const name = seats[seat].name;
  if (identities(rules, possible).length === rules.suits.length * rules.ranks) return `${name} knows nothing about it`;
  if (all) return `${name} knows only that it is ${card ? all : `a ${all}`}`;
  return `${name} knows it ${only(rules, possible) ? "is" : "can be"} ${text}`;
}

/**
 * Describe a card: identity, clues, its holder's possibilities, and its odds.
 *
 * @param {Frame} frame
 * @param {number} seat
 * @param {Card} card
 */
export function aboutCard(frame, seat, card) {
  const { rules } = frame;
  const mine = seat === frame.you;
  const marks = (card.marks ?? []).map((mark) => clueName(rules, mark));
  const parts = marks.length ? [`clued ${list(marks, "and")}`] : [];
  const theirs = mine ? undefined : knownBy(frame, seat, card);
  if (theirs) parts.push(theirs);
  else if (card.possible !== undefined) {
    const text = possibilities(rules, card.possible);
    const since = card.became_known ? "now known" : "known";
    parts.push(only(rules, card.possible) ? `${since}: ${text}` : `can be ${text}`);
  }
  if (!card.id) return [...parts, ...chances(frame, card.possible, card.odds)];
  // At a table without help, playability is not shown.
  const helped = card.possible !== undefined;
  const worth = helped ? chances(frame, 1 << bitOf(rules, card.id)).filter((word) => word !== NOT_PLAYABLE) : [];
  return [cardName(rules, card.id), ...worth, ...parts];
}

/**
 * Return how many copies of an identity are discarded: “red 3: 1 of 2 discarded, critical now”.
 *
 * @param {Frame} frame
 * @param {number} bit  the identity's
 */
export function discarded({ rules, discards, critical }, bit) {
  const [count, copies] = [discards[bit], rules.copies[bit]];
  const last = count && critical & (1 << bit) ? ", critical now" : "";
  const name = cardName(rules, identities(rules, 1 << bit)[0]);
  return `${name}: ${count} of ${copies} discarded${count === copies ? ", the last one" : last}`;
}

const MOST_SHOWN = 3;

/** How texts introduce what conventions say, by whose they are. */
export const SOURCES = { partners: "By convention", common: "By the common conventions" };

/**
 * Return what clues have said a card is and its own clues do not: a mask, or undefined if nothing.
 *
 * @param {Card} card
 */
export function saidOf({ said, possible = -1 }) {
  if (said === undefined) return undefined;
  const left = said & possible || said;
  return left === possible ? undefined : left;
}

/**
 * Return a set of identities in short: up to three such as `r1`, playable ones first, and how many
 * more there are.
 *
 * @param {Frame} frame
 * @param {number} mask
 */
export function inShort({ rules, playable }, mask) {
  const ids = [...identities(rules, mask & playable), ...identities(rules, mask & ~playable)];
  const shown = ids.length > MOST_SHOWN ? MOST_SHOWN - 1 : MOST_SHOWN;
  return { ids: ids.slice(0, shown), more: Math.max(0, ids.length - shown) };
}

/**
 * Return what conventions say of a card, as parts of a sentence.
 *
 * @param {Frame} frame
 * @param {Card} card
 */
export function byConvention(frame, card) {
  const { rules } = frame;
  const said = saidOf(card);
  return [
    ...(card.chop ? ["chop"] : []),
    ...(card.focus ? ["focus of the last clue"] : []),
    ...(said === undefined ? [] : [`said to be ${said ? possibilities(rules, said) : "trash"}`]),
    ...(card.asked ? [promised(frame, card.asked)] : []),
  ];
}

/**
 * Return who asked for a play before another card, and of what.
 *
 * @param {Frame} frame
 * @param {import("game/protocol").Asked} asked
 */
function promised(frame, { turn, focus, missing }) {
  const { rules, seats, hands } = frame;
  const seat = hands.findIndex((hand) => hand.some(({ order }) => order === focus));
  const slot = hands[seat]?.find(({ order }) => order === focus)?.slot;
  const [holder, giver] = [seat, (turn - 1) % seats.length].map((one) => ownerOf(frame, one).replace(/^Your$/, "your"));
  const cards = list(identities(rules, missing).map((id) => cardName(rules, id)));
  return `may be ${cards}, to be played before ${holder} slot ${slot} (${giver} clue at turn ${turn})`;
}

const NOT_PLAYABLE = "not playable";

/**
 * Return “playable”, or “31% playable, 8% critical”: what is certain for a set of identities, and
 * the odds of the rest where known. Zero odds are omitted, except those of being playable.
 *
 * @param {Frame} frame
 * @param {number | undefined} mask
 * @param {Card["odds"]} [odds]
 */
export function chances({ playable, useless, critical }, mask, odds) {
  if (!mask) return [];
  return [playable, useless, critical].flatMap((those, index) => {
    const name = ["playable", "trash", "critical"][index];
    if (!(mask & ~those)) return name;
    if (!(mask & those)) return index === 0 ? NOT_PLAYABLE : [];
    return odds ? `${percent(odds[index])} ${name}` : [];
  });
}

/**
 * Return the score and what it is out of: now, what can still be reached; at the end, the points
 * that count and the whole.
 *
 * @param {Frame} frame
 */
export function scoreOf({ ending, scoring, score, max_score: most, rules }) {
  return ending ? [ending[scoring], rules.suits.length * rules.ranks] : [score, most];
}

/**
 * Return a sentence, with a space behind it, that says how one more strike ends the game; empty if
 * it does not.
 *
 * @param {Frame} frame
 */
export function lastStrike({ strikes, scoring, rules }) {
  const end = scoring === "zero" ? " with 0" : "; you keep your points";
  return strikes + 1 === rules.max_strikes ? `One more strike ends the game${end}. ` : "";
}

/**
 * Return what is to say about a selected card: its possibilities and odds, and if playing it may
 * end the game.
 *
 * @param {Frame} frame
 * @param {number} seat
 * @param {Card} card
 */
export function cardSentence(frame, seat, card) {
  const { rules, playable, useless } = frame;
  if (seat !== frame.you) {
    const known = knownBy(frame, seat, card);
    const facts = [...aboutCard(frame, seat, card), ...byConvention(frame, card)].filter((one) => one !== known);
    const sentence = [placeOf(frame, seat, card), facts.join(", ")].filter(Boolean).join(": ");
    return [sentence, known].filter(Boolean).map((one) => `${one}.`).join(" ");
  }
  const mask = card.possible;
  const risk = lastStrike(frame);
  if (mask === undefined) return `${risk}Slot ${card.slot} is selected.`;
  const verb = only(rules, mask) ? "is" : "can be";
  const what = `Slot ${card.slot} ${verb} ${possibilities(rules, mask)}`;
  if (!(mask & ~playable)) return `${what}: it is playable.`;
  if (!(mask & ~useless)) return `${what}: safe to discard, it can't score any more.`;
  // The dock has room for the risk or for the possibilities.
  const about = risk ? `${risk}Slot ${card.slot}` : what;
  if (!(mask & playable)) return `${about}: not playable now.`;
  if (!card.odds) return `${about}: it may be playable.`;
  return `${about}: ${percent(card.odds[0])} chance it is playable.`;
}

/** Return the mean of scores with one decimal: “18.5”. @param {number[]} scores */
export function mean(scores) {
  return (scores.reduce((sum, score) => sum + score, 0) / scores.length).toFixed(1);
}

/** @param {number} probability */
export function percent(probability) {
  const rounded = Math.round(probability * 100);
  if (rounded === 0 && probability > 0) return "<1%";
  if (rounded === 100 && probability < 1) return ">99%";
  return `${rounded}%`;
}

/** Reasons why a game of people does not count in statistics, by mark. */
const UNCOUNTED = {
  seed: "its deal was chosen",
  branch: "it continues another game",
  undo: "moves were taken back",
  hint: "a player took a hint",
  sit_in: "a bot sat in for a player",
  taken_over: "a player took over from a bot",
};

/**
 * Return “Not counted in statistics: moves were taken back.”, or an empty text if it counts.
 *
 * @param {Frame} frame
 */
export function uncounted({ marks, seats }) {
  const people = seats.some(({ kind, sits_for: away }) => kind !== "agent" || away);
  if (!people || !marks?.length) return "";
  return `Not counted in statistics: ${list(marks.map((mark) => UNCOUNTED[mark]), "and")}.`;
}

/**
 * Return whether an agent counts on the others' conventions, for its nameplate; else nothing.
 *
 * @param {Frame} frame
 * @param {number} seat
 */
export function trustOf({ seats }, seat) {
  const { follows = null } = seats[seat];
  if (follows === null) return "";
  return follows ? "follows your clues" : "keeps it simple";
}
