/** A graph of the score still achievable at each turn, and the moves that lost points. */

import { button, el, say, set, shape } from "hanabi/dom";

/** @import { Hindsight, Loss } from "game/replays/hindsight" */

const CAVEAT =
  "With all cards open: this looks at all hands and at the deck, so a lost point is not always a mistake.";

/**
 * @param {Hindsight} hindsight
 * @param {object} acts
 * @param {(turn: number) => void} acts.go
 * @param {(turn: number) => string} acts.lineUrl  the page of the best line from a turn
 */
export function createHindsight({ low, high, score, most, losses, deal }, { go, lineUrl }) {
  const turns = low.length - 1;
  const end = score[turns];
  const now = el("span", { class: "possible" });
  const scored = el("span", { class: "scored" });
  const lost = el("span", { class: "lost" });
  const line = el("a", { class: "button", href: lineUrl(0) }, "Show the best line");
  const cursor = shape("line", { class: "cursor", y1: "0", y2: String(most) });
  // Marks may be too close to press: the list below offers them as buttons.
  const marks = losses.map((loss) =>
    el(
      "span",
      {
        class: "loss",
        title: `Turn ${loss.turn}: ${loss.before} → ${loss.after}`,
        "aria-hidden": true,
        onclick: () => go(loss.turn),
      },
      el("i"),
    ),
  );
  marks.forEach((mark, index) => {
    mark.style.left = `${(100 * losses[index].turn) / Math.max(1, turns)}%`;
  });
  const area = (/** @type {number[]} */ values) => `${steps(values, most)} V${most} H0 Z`;
  const svg = shape(
    "svg",
    {
      viewBox: `0 0 ${Math.max(1, turns)} ${most}`,
      preserveAspectRatio: "none",
      "aria-hidden": "true",
    },
    shape("path", { class: "open", "fill-rule": "evenodd", d: area(high) + area(low) }),
    shape("path", { class: "scored", d: area(score) }),
    shape("path", { class: "possible", d: steps(low, most) }),
    cursor,
  );
  const blames = losses.map(() => el("p", { class: "why" }));
  const list = el(
    "ol",
    {},
    ...losses.map((loss, index) =>
      el(
        "li",
        {},
        button(
          { class: "quiet", onclick: () => go(loss.turn) },
          el("strong", {}, `Turn ${loss.turn}`),
          ` ${loss.before} → ${loss.after}. `,
          el("span", {}, `${loss.move} ${loss.text}`),
        ),
        el(
          "p",
          { class: "why" },
          `For example instead: ${loss.instead} `,
          el("a", { href: lineUrl(loss.turn - 1) }, `Show how to reach ${loss.before}`),
        ),
        blames[index],
      ),
    ),
  );
  const node = el(
    "div",
    { class: "hindsight" },
    el("div", { class: "graph" }, svg, ...marks),
    el("p", { class: "worth" }, el("span", { role: "status" }, now, scored, lost), line),
    el(
      "details",
      { hidden: losses.length === 0 && !deal },
      el("summary", {}, losses.length ? summary(losses) : "With all cards open, no move cost a point"),
      el("p", { hidden: !deal }, deal),
      list,
      el("p", { class: "why" }, CAVEAT),
    ),
  );

  return {
    node,

    /**
     * Say who could have known that points would be lost.
     *
     * @param {{turn: number, text: string}[]} told
     */
    blame(told) {
      for (const { turn, text } of told) {
        const index = losses.findIndex((loss) => loss.turn === turn);
        if (index >= 0) say(blames[index], text);
      }
    },

    /** @param {import("hanabi/table/reducer").State} state */
    update({ version: turn }) {
      set(cursor, "x1", turn);
      set(cursor, "x2", turn);
      const exact = low[turn] === high[turn];
      const worth = exact ? `${low[turn]}` : `${low[turn]} to ${high[turn]}`;
      const loss = losses.find((one) => one.turn === turn);
      say(now, `Still possible: ${worth} of ${most}`);
      say(scored, `Played: ${score[turn]}`);
      say(lost, loss?.text ?? (turn === 0 ? deal : ""));
      // After a loss, link to the line that should have been played instead.
      const from = loss ? turn - 1 : turn;
      line.hidden = low[from] <= end;
      set(line, "href", lineUrl(from));
      say(line, `Show how to reach ${low[from]}`);
    },
  };
}

/** @param {Loss[]} losses */
function summary(losses) {
  const points = losses.reduce((sum, { before, after }) => sum + before - after, 0);
  const moves = losses.length === 1 ? "one move" : `${losses.length} moves`;
  return `With all cards open, ${moves} cost ${points === 1 ? "a point" : `${points} points`}`;
}

/**
 * Return an SVG path of steps that holds each value until the next turn.
 *
 * @param {number[]} values
 * @param {number} most
 */
function steps(values, most) {
  return values
    .map((value, turn) => (turn ? `H${turn} V${most - value}` : `M0 ${most - value}`))
    .join(" ");
}
