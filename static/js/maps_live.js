// @ts-check
/** A run in the making: its map fills and its progress goes on while the page is open. */

import { say } from "hanabi/dom";

/**
 * @typedef {{t: "run", making: boolean, line: string, individuals: number, of: number,
 *   z: (number | null)[][]}} News
 */

const { Plotly } = /** @type {{Plotly: any}} */ (/** @type {unknown} */ (window));
const RETRY_MS = 2000;

/** @param {HTMLElement} panel */
function watch(panel) {
  const name = panel.dataset.live ?? "";
  const drawing = document.querySelector("[data-map] [data-drawing]");
  const bar = /** @type {HTMLProgressElement} */ (panel.querySelector("progress"));
  const state = /** @type {HTMLElement} */ (panel.querySelector("[data-state]"));
  const line = /** @type {HTMLElement} */ (panel.querySelector("[data-line]"));
  const shows = new URLSearchParams(location.search).get("show") ?? "score";
  let wasMade = false;

  /** @param {News} news */
  function tell(news) {
    if (wasMade && !news.making && news.individuals >= news.of) location.reload();
    wasMade ||= news.making;
    say(state, news.making ? "In the making" : "Not finished");
    if (news.line) say(line, news.line);
    bar.max = news.of;
    bar.value = news.individuals;
    for (const form of panel.querySelectorAll("form")) {
      form.hidden = (form.dataset.while === "making") !== news.making;
    }
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
