/** Update the map and progress of a running archive run while the page is open. */

import { say } from "hanabi/dom";

/**
 * @typedef {{t: "run", making: boolean, state: string, line: string, individuals: number,
 *   of: number, summary: Record<string, any>, z: (number | null)[][]}} News
 */

const { Plotly } = /** @type {{Plotly: any}} */ (/** @type {unknown} */ (window));
const RETRY_MS = 2000;

/** @param {HTMLElement} panel */
function watch(panel) {
  const name = panel.dataset.live ?? "";
  const map = document.querySelector("[data-map]");
  const drawing = map?.querySelector("[data-drawing]");
  const bar = /** @type {HTMLProgressElement} */ (panel.querySelector("progress"));
  const state = /** @type {HTMLElement} */ (panel.querySelector("[data-state]"));
  const line = /** @type {HTMLElement} */ (panel.querySelector("[data-line]"));
  const shows = new URLSearchParams(location.search).get("show") ?? "score";
  let wasMade = false;

  /** @param {News} news */
  function tell(news) {
    if (wasMade && !news.making && news.individuals >= news.of) location.reload();
    wasMade ||= news.making;
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

  function connect() {
    const scheme = location.protocol === "https:" ? "wss" : "ws";
    const socket = new WebSocket(`${scheme}://${location.host}/ws/runs/${name}/`);
    socket.addEventListener("message", (event) => tell(JSON.parse(event.data)));
    socket.addEventListener("close", (event) => {
      if (event.code !== 4404) setTimeout(connect, RETRY_MS);
    });
  }

  connect();
}

for (const panel of document.querySelectorAll("[data-live]")) {
  watch(/** @type {HTMLElement} */ (panel));
}
