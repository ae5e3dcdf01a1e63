/** Show the progress of importing the published games; when it is done, show a button to them. */

import { answer } from "hanabi/answer";

const POLL_MS = 2000;

const section = /** @type {HTMLElement} */ (document.querySelector("[data-importing]"));
const bar = /** @type {HTMLProgressElement} */ (section.querySelector("progress"));
const told = /** @type {HTMLElement} */ (section.querySelector("[data-told]"));
const done = /** @type {HTMLElement} */ (section.querySelector("[data-done]"));

async function look() {
  /** @type {{done: number, total: number, running: boolean} | null} */
  const progress = await answer(section.dataset.importing ?? "");
  if (!progress) return;
  bar.value = progress.done;
  told.textContent = `${progress.done.toLocaleString("en")} of ${progress.total.toLocaleString("en")}`;
  if (progress.running) return;
  clearInterval(timer);
  done.hidden = false;
}

const timer = setInterval(look, POLL_MS);
