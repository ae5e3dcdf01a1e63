// @ts-check
/** How the suits of this table are drawn: symbols, and tints that are not those of the letter. */

import { symbol } from "hanabi/dom";

/** @typedef {import("hanabi/table/protocol").Rules} Rules */
/** @typedef {import("hanabi/table/protocol").SuitLook} SuitLook */

/** @type {CSSStyleSheet | undefined} */
let sheet;

/** Tint whatever has a `data-suit` as these rules want it. @param {Rules} rules */
export function paint({ looks = {} }) {
  if (!sheet) document.adoptedStyleSheets.push((sheet = new CSSStyleSheet()));
  sheet.replaceSync(Object.entries(looks).map(rule).join("\n"));
}

/**
 * The symbol of a suit or of a colour clue.
 *
 * @param {Rules} rules
 * @param {string} letter
 */
export function suitSymbol({ looks }, letter) {
  return symbol(`suit-${looks?.[letter]?.symbol ?? letter}`);
}

/** @param {[string, SuitLook]} look */
function rule([letter, { tints, shade = 0 }]) {
  const colours = tints.map((tint) => shaded(`var(--suit-${tint})`, shade));
  const several = colours.length > 1;
  const fill = several ? `linear-gradient(115deg, ${colours.join(", ")})` : "var(--suit)";
  const face = several ? `[data-suit="${letter}"].face { background: var(--fill); }` : "";
  return `[data-suit="${letter}"] { --suit: ${colours[0]}; --fill: ${fill}; } ${face}`;
}

/**
 * @param {string} colour
 * @param {number} shade  the share of white, or below 0 of black
 */
function shaded(colour, shade) {
  if (!shade) return colour;
  return `color-mix(in oklab, ${colour}, ${shade < 0 ? "var(--ink)" : "white"} ${Math.abs(100 * shade)}%)`;
}
