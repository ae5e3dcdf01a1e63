/** The layer of conventions on the board: chop, focus, and what each card has been said to be. */

import { button, el, part, say, set } from "hanabi/dom";
import { keep, kept, knows } from "hanabi/table/choices";
import { inShort, saidOf } from "hanabi/table/words";

/** @import { Frame, ShownCard as Card } from "game/protocol" */
/** @import { State } from "hanabi/table/reducer" */

/** The name of the stored setting, by whose conventions the layer shows. */
export const LAYERS = { partners: "conventions", common: "common-conventions" };

/**
 * Return whether the layer is shown: as set here, else to people who say that they use conventions,
 * at tables where the partners keep them.
 *
 * @param {Frame} frame
 */
export function layerIsOn({ conventions: whose }) {
  if (!whose) return false;
  const usual = whose === "partners" && knows() === "conventions" ? "on" : "off";
  return kept(LAYERS[whose], usual) === "on";
}

/**
 * Create the button that switches the layer, for boards without a sheet of options.
 *
 * @param {() => void} redraw
 */
export function createLayerSwitch(redraw) {
  /** @type {Frame | undefined} */
  let now;
  const node = button({
    title: "Chop, focus, and what the clues say of each card",
    onclick: () => {
      if (now?.conventions) keep(LAYERS[now.conventions], layerIsOn(now) ? "off" : "on");
      redraw();
    },
  });

  return part(node, ({ frame }) => {
    now = frame;
    node.hidden = !frame.conventions;
    say(node, frame.conventions === "common" ? "Common conventions" : "Conventions");
    set(node, "aria-pressed", layerIsOn(frame));
  });
}

/**
 * Return the state without the layer if the person has switched it off.
 *
 * @param {State} state
 * @returns {State}
 */
export function withLayer(state) {
  const { frame } = state;
  if (!frame.conventions || layerIsOn(frame)) return state;
  const hands = frame.hands.map((hand) =>
    hand.map(({ chop, focus, said, asked, ...card }) => card),
  );
  const clues = frame.legal?.clues.map((clue) => ({ ...clue, reads: "", said: {} }));
  const legal = frame.legal && clues && { ...frame.legal, clues };
  return { ...state, frame: { ...frame, hands, legal } };
}

/** Create the bubble with what a card has been said to be. */
export function createBubble() {
  const node = el("span", { class: "said", "aria-hidden": true });
  let shown = "";

  return {
    node,

    /** @param {Frame} frame @param {Card} card */
    update(frame, card) {
      const said = saidOf(card) ?? card.asked?.missing;
      node.hidden = said === undefined;
      set(node, "class", card.asked ? "said asked" : "said");
      const { ids, more } = inShort(frame, said ?? 0);
      const words = said ? `${ids} ${more}` : "trash";
      if (node.hidden || shown === words) return;
      shown = words;
      node.replaceChildren(
        ...ids.map((id) => el("span", { "data-suit": id[0] }, id)),
        ...(said ? (more ? [`+${more}`] : []) : ["trash"]),
      );
    },
  };
}
