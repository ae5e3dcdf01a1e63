// @ts-check
/** After a game: what it could have scored, and the costliest moves. */

import { el } from "hanabi/dom";
import { doneByYou } from "hanabi/table/second_person";

/** @typedef {import("hanabi/replay/hindsight").Hindsight} Hindsight */
/** @typedef {import("hanabi/replay/hindsight").Loss} Loss */

const SHOWN = 3;

/**
 * Return the costliest moves, worst first; ties in order of turns.
 *
 * @param {Loss[]} losses
 */
export function costliest(losses) {
  const cost = (/** @type {Loss} */ loss) => loss.before - loss.after;
  return [...losses].sort((a, b) => cost(b) - cost(a) || a.turn - b.turn).slice(0, SHOWN);
}

/**
 * Return one sentence on the whole game.
 *
 * @param {Hindsight} hindsight
 */
export function verdict({ low, score, losses }) {
  const best = low[0];
  const end = score[score.length - 1];
  if (end >= best) return `You got all ${best} points that are known to be possible in this deal.`;
  const cost = losses.reduce((sum, { before, after }) => sum + before - after, 0);
  const open = best - end - cost;
  const moves = losses.length === 1 ? "1 move" : `${losses.length} moves`;
  return [
    `With perfect play this deal gives ${best}.`,
    cost && `${moves} cost ${open ? points(cost) : `the other ${points(cost)}`}.`,
    open && `The game ended with ${points(open)} still to play for.`,
  ]
    .filter(Boolean)
    .join(" ");
}

/** @param {number} count */
function points(count) {
  return count === 1 ? "1 point" : `${count} points`;
}

/** Create the panel; it is empty until a game is over and analysed. */
export function createCoach() {
  const node = el("section", { class: "coach", "aria-label": "What cost points" });
  node.hidden = true;
  let asked = false;

  return {
    node,

    /**
     * @param {string} replay  URL of the replay
     * @param {string} [me]  the reader's name, if they played
     */
    async look(replay, me) {
      if (asked) return;
      asked = true;
      const answer = await fetch(`${replay}hindsight.json`).catch(() => null);
      if (!answer?.ok) return;
      const hindsight = /** @type {Hindsight} */ (await answer.json());
      node.append(
        el("p", {}, verdict(hindsight)),
        el("ol", {}, ...costliest(hindsight.losses).map((loss) => told(loss, replay, me))),
      );
      node.hidden = false;
    },
  };
}

/**
 * @param {Loss} loss
 * @param {string} replay
 * @param {string} [me]
 */
function told({ turn, before, after, move, instead }, replay, me) {
  const toMe = (/** @type {string} */ text) =>
    me ? doneByYou(text, me).replace(/^You /, "you ").replace(` to ${me},`, " to you,") : text;
  return el(
    "li",
    {},
    el("a", { href: `${replay}#${turn - 1}` }, `Turn ${turn}`),
    ` cost ${points(before - after)}: ${toMe(move)} `,
    instead && `Instead: ${toMe(instead)} `,
    el("a", { href: `${replay}worth/?turn=${turn - 1}` }, "Compare moves"),
  );
}
