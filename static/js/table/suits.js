/** The look of this table's suits: symbols, and tints that differ from the letter's default. */

import { symbol } from "hanabi/dom";

/** @import { ShownRules as Rules, SuitLook } from "game/protocol" */

/** @type {CSSStyleSheet | undefined} */
let sheet;

/** Set the tints of all elements with `data-suit` for these rules. @param {Rules} rules */
export function paint({ looks = {} }) {
  if (!sheet) document.adoptedStyleSheets.push((sheet = new CSSStyleSheet()));
  sheet.replaceSync(Object.entries(looks).map(rule).join("\n"));
}

/** Return the symbol of a suit or of a colour clue. @param {Rules} rules @param {string} letter */
export function suitSymbol({ looks }, letter) {
  return symbol(`suit-${looks?.[letter]?.symbol ?? letter}`);
}

/** Return the key of a colour clue's look; a suit may have its letter. @param {Rules} rules @param {string} value */
export function clueLook({ looks }, value) {
  const own = value.toUpperCase();
  return looks?.[own] ? own : value;
}

/** @param {[string, SuitLook]} look */
function rule([letter, { tints, shade = 0 }]) {
  const colours = tints.map((tint) => shaded(`var(--suit-${tint})`, shade));
  const several = colours.length > 1;
  const fill = several ? `linear-gradient(115deg, ${colours.join(", ")})` : "var(--suit)";
  const face = several ? `[data-suit="${letter}"].face { background: var(--fill); }` : "";
  return `[data-suit="${letter}"] { --suit: ${colours[0]}; --fill: ${fill}; } ${face}`;
}

/** @param {string} colour @param {number} shade  the share of white, or below 0 of black */
function shaded(colour, shade) {
  if (!shade) return colour;
  return `color-mix(in oklab, ${colour}, ${shade < 0 ? "var(--ink)" : "white"} ${Math.abs(100 * shade)}%)`;
}
