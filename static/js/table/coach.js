/** The coach of a finished game: what moves cost by what their players could know. */

import { answer } from "hanabi/answer";
import { el, say } from "hanabi/dom";
import { doneByYou } from "hanabi/table/second_person";

/** @import { GameReport, Mistake, Practice } from "game/replays/coaching" */
/** @import { Hindsight } from "game/replays/hindsight" */

const EVERY = 2000;
const TRIES = 150;
const SHOWN = 3;
const STATUS = {
  done: "",
  working: "The coach is still looking; more may follow.",
  waiting: "The coach will look at this game in a moment.",
  away: "The coach is away just now. Come back later.",
  full: "The coach has many games to look at. Come back later.",
};

/**
 * Return the mistakes with those of one seat first, each group with the costliest first.
 *
 * @param {Mistake[]} mistakes
 * @param {number | null} seat
 */
export function ordered(mistakes, seat) {
  const own = (/** @type {Mistake} */ one) => Number(one.seat === seat);
  return [...mistakes].sort((a, b) => own(b) - own(a) || b.cost - a.cost || a.turn - b.turn);
}

/**
 * Return the mistakes in groups with the same advice, each group at the place of its first mistake.
 *
 * @param {Mistake[]} mistakes
 */
export function grouped(mistakes) {
  /** @type {Map<string, Mistake[]>} */
  const groups = new Map();
  for (const one of mistakes) {
    const advice = `${one.seat} ${one.instead} ${one.why}`;
    groups.set(advice, [...(groups.get(advice) ?? []), one]);
  }
  return [...groups.values()];
}

/**
 * Return one sentence on the reader's game, or on everybody's for a spectator. Below it is the
 * advice on the costliest mistakes, at most `shown` pieces.
 *
 * @param {GameReport} report
 * @param {number | null} seat
 * @param {number} [shown]
 */
export function verdict({ status, mistakes }, seat, shown = Infinity) {
  if (status !== "done" && !mistakes.length) return STATUS[status];
  const own = countOwn(mistakes, seat);
  const whose = seat === null ? "" : "of yours ";
  const found = own
    ? `With what you could know, ${own === 1 ? `1 move ${whose}was a mistake` : `${own} moves ${whose}were mistakes`}.`
    : `With what ${seat === null ? "the players" : "you"} could know, no move ${whose}was a clear mistake.`;
  const said = seat === null ? found.replace("you could", "the players could") : found;
  const others = !own && mistakes.length ? "These moves of others cost points:" : "";
  const some = own > shown ? "The costliest:" : "";
  return [said, STATUS[status], others || some].filter(Boolean).join(" ");
}

/** @param {Mistake[]} mistakes @param {number | null} seat  the reader's; null counts everybody's */
function countOwn(mistakes, seat) {
  return mistakes.filter((one) => seat === null || one.seat === seat).length;
}

/** Return one sentence on what the deal gives with all cards open. @param {Hindsight} hindsight */
export function allOpen({ low, score }) {
  const all = score[score.length - 1] >= low[0] ? ": you got them all" : "";
  return `With all cards open, ${low[0]} points were possible${all}.`;
}

/**
 * Create the panel; it is empty until a game is over. `look` fills it in while the coach works.
 * Folded, it lists all mistakes; else the costliest.
 *
 * @param {boolean} [folded]
 */
export function createCoach(folded = false) {
  const node = el("section", { class: "coach", "aria-label": "What you could do better" });
  const forYou = el("p", { class: "verdict" });
  const said = el(folded ? "span" : "p", { role: "status" });
  const list = el("ol");
  const more = el("p");
  const practise = el("p");
  const card = el("p");
  const ownCard = el("a", { href: "/conventions/" }, "Your convention card");
  const open = el("p", { class: "why" });
  node.append(...(folded ? [el("details", {}, el("summary", {}, said), list)] : [forYou, said, list, more, practise, card, open]));
  node.hidden = true;
  let asked = false;

  return {
    node,

    /**
     * @param {string} replay  URL of the replay
     * @param {{seat?: number | null, me?: string, then?: (report: GameReport) => void}} [reader]
     *   the reader's seat and name, if they played; `then` gets every report
     */
    async look(replay, { seat = null, me, then } = {}) {
      if (asked) return;
      asked = true;
      if (!folded) {
        answer(`${replay}hindsight.json`).then((/** @type {Hindsight | null} */ hindsight) => {
          if (!hindsight) return;
          open.textContent = allOpen(hindsight);
          node.hidden = false;
        });
      }
      for (let tries = 0; tries < TRIES; tries += 1) {
        /** @type {GameReport | null} */
        const report = await answer(`${replay}coach.json`);
        if (!report) return;
        say(forYou, report.verdict);
        forYou.hidden = !report.verdict;
        const shown = folded ? undefined : SHOWN;
        say(said, verdict(report, seat, shown));
        const best = grouped(ordered(report.mistakes, seat)).slice(0, shown);
        const own = countOwn(report.mistakes, seat);
        more.replaceChildren(...(own > SHOWN ? [el("a", { href: replay }, `All ${own} in the replay`)] : []));
        list.replaceChildren(...best.map((one) => told(one, replay, me)));
        const advice = report.practise[seat ?? -1];
        practise.replaceChildren(...(advice ? toPractise(advice) : []));
        card.replaceChildren(...(report.card ? [`${report.card} `, ownCard] : []));
        node.hidden = false;
        then?.(report);
        if (report.status === "done" || report.status === "full") return;
        await new Promise((done) => setTimeout(done, EVERY));
        if (!node.isConnected) return;
      }
    },
  };
}

/** @param {Practice} advice */
function toPractise({ text, lesson, finished }) {
  const link = el("a", { href: `/learn/${lesson}/` }, `Lesson ${lesson}, with three positions to try`);
  const address = `/drills/next/?lesson=${lesson}`;
  const drills = el("a", { href: address }, finished ? `Drills on lesson ${lesson}` : "drills");
  const next = finished ? [drills] : [link, ", or ", drills];
  return [el("strong", {}, "One thing to practise: "), `${text} `, ...next, "."];
}

/** @param {Mistake[]} group  with the same advice @param {string} replay @param {string} [me] */
function told([{ turn, move, points, instead, why }, ...others], replay, me) {
  const toMe = (/** @type {string} */ text) =>
    me ? doneByYou(text, me).replace(/^You /, "you ").replace(` to ${me},`, " to you,") : text;
  return el(
    "li",
    {},
    toTurn(turn, replay, "Turn "),
    ` cost ${points} points: ${toMe(move)} Better: `,
    el("strong", {}, instead),
    `. ${why} `,
    el("a", { href: `${replay}worth/?turn=${turn - 1}` }, "Compare moves"),
    ...alsoAt(others, replay),
  );
}

/** @param {Mistake[]} others  mistakes with the same advice @param {string} replay */
function alsoAt(others, replay) {
  const turns = others.map(({ turn }) => turn).sort((a, b) => a - b);
  const links = turns.flatMap((turn, at) => [at ? ", " : "", toTurn(turn, replay)]);
  return turns.length ? [`. The same advice at turn${turns.length > 1 ? "s" : ""} `, ...links, "."] : [];
}

/** @param {number} turn @param {string} replay @param {string} [word] */
function toTurn(turn, replay, word = "") {
  return el("a", { href: `${replay}#${turn - 1}` }, `${word}${turn}`);
}
