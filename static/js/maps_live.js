/** Update the map and progress of a running archive run while the page is open. */

import { answer } from "hanabi/answer";
import { say } from "hanabi/dom";

/**
 * @typedef {{making: boolean, complete: boolean, state: string, line: string, individuals: number,
 *   of: number, summary: Record<string, any>, z: (number | null)[][]}} News
 *   of analysis/maps/run_updates.py
 */

const { Plotly } = /** @type {{Plotly: any}} */ (/** @type {unknown} */ (window));
const POLL_MS = 1000;

/** @param {HTMLElement} panel */
function watch(panel) {
  const map = document.querySelector("[data-map]");
  const drawing = map?.querySelector("[data-drawing]");
  const bar = /** @type {HTMLProgressElement} */ (panel.querySelector("progress"));
  const state = /** @type {HTMLElement} */ (panel.querySelector("[data-state]"));
  const line = /** @type {HTMLElement} */ (panel.querySelector("[data-line]"));
  const shows = new URLSearchParams(location.search).get("show") ?? "score";

  /** @param {News} news */
  function tell(news) {
    if (news.complete && !news.making) location.reload();
    say(state, news.state);
    say(line, news.line);
    if (news.individuals !== bar.value) show(news);
    bar.max = news.of;
    bar.value = news.individuals;
    for (const form of panel.querySelectorAll("form")) {
      form.hidden = (form.dataset.while === "making") !== news.making;
    }
  }

  /** Update the page's numbers about the archive. @param {News} news */
  function show(news) {
    for (const number of document.querySelectorAll("[data-number]")) {
      const { number: name = "", digits = "0" } = /** @type {HTMLElement} */ (number).dataset;
      const value = news.summary[name];
      say(number, value === null ? "–" : value.toFixed(Number(digits)));
    }
    document.querySelector("[data-best]")?.remove();
    map?.dispatchEvent(new CustomEvent("scores", { detail: news.z }));
    if (drawing && shows === "score") Plotly.restyle(drawing, { z: [news.z] });
  }

  async function look() {
    if (!document.hidden) {
      // While nothing has changed the server sends nothing, and the browser repeats the last answer.
      const news = await answer(panel.dataset.live ?? "", { cache: "no-cache" });
      if (news) tell(news);
    }
    setTimeout(look, POLL_MS);
  }

  look();
}

for (const panel of document.querySelectorAll("[data-live]")) {
  watch(/** @type {HTMLElement} */ (panel));
}
