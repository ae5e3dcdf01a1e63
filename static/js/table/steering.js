/** Controls of a table of agents: the last move and its reason, look back, pause, single steps. */

import { button, el, part, say, set, symbol } from "hanabi/dom";
import { turnShown } from "hanabi/table/rewind";
import { mean } from "hanabi/table/words";

/** @import { Frame } from "game/protocol" */
/** @import { State } from "hanabi/table/reducer" */

/** @param {{back(): void, pause(): void, step(): void}} acts */
export function createSteering(acts) {
  const text = el("span", { class: "text" });
  const why = el("span", { class: "why" });
  const told = el("p", { class: "told", role: "status" });
  const icon = symbol("icon-pause");
  const word = el("span", {}, "Pause");
  const back = button({ onclick: acts.back }, symbol("icon-back"), "Look back");
  const pause = button({ class: "primary", onclick: acts.pause }, icon, word);
  const step = button({ onclick: acts.step }, symbol("icon-forward"), "One move");
  const node = el(
    "section",
    { class: "panel steering", "aria-label": "Steer the table" },
    el("p", { class: "telling" }, text, why),
    el("div", { class: "acts" }, back, pause, step),
    told,
  );

  return part(node, (state) => {
    const { frame, log, refusal } = state;
    const last = log.at(-1);
    node.hidden = frame.status !== "running" || !agentsAlone(frame);
    pause.hidden = step.hidden = !frame.may_steer;
    say(text, last?.text ?? "No move yet.");
    say(why, last?.why ?? "");
    say(word, frame.paused ? "Resume" : "Pause");
    set(icon.firstElementChild ?? icon, "href", frame.paused ? "#icon-playable" : "#icon-pause");
    set(step, "aria-disabled", !canStep(state));
    set(back, "aria-disabled", turnShown(state) === 0);
    say(told, refusal ?? [progress(frame), doing(frame)].filter(Boolean).join(" "));
  });
}

/** @param {State} state */
export function canStep({ frame, sending }) {
  return frame.status === "running" && frame.paused === true && sending === null;
}

/** @param {Frame} frame */
export function agentsAlone({ seats }) {
  return seats.every(({ kind }) => kind === "agent");
}

/**
 * Return a series' progress: “Game 3 of 5. Scores so far: 17, 20; mean 18.5.”
 *
 * @param {Frame} frame
 */
function progress({ series, scoring }) {
  if (!series || series.planned < 2) return "";
  const scores = series[scoring];
  const soFar = `Scores so far: ${scores.join(", ")}; mean ${mean(scores)}.`;
  return `Game ${series.number} of ${series.planned}. ${scores.length ? soFar : ""}`;
}

/** @param {Frame} frame */
function doing({ paused, seats, to_move: mover }) {
  if (paused) return "Paused.";
  return mover === null ? "" : `${seats[mover].name} is to move.`;
}
