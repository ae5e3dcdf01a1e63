/** Wait for the people of an experiment's next game, and go to its table once everybody is here. */

import { answer } from "hanabi/answer";

const POLL_MS = 3000;

const form = /** @type {HTMLFormElement} */ (document.querySelector("[data-waiting]"));
const told = form.querySelector("[data-told]");

async function look() {
  const body = new URLSearchParams({ csrfmiddlewaretoken: form.csrfmiddlewaretoken.value });
  /** @type {{next?: string, here: number, wanted: number} | null} */
  const found = await answer(form.dataset.waiting ?? "", { method: "POST", body });
  if (!found) return;
  const { next, here, wanted } = found;
  if (next) location.href = next;
  else if (told) told.textContent = `${here} of ${wanted} people ${here === 1 ? "is" : "are"} here.`;
}

setInterval(look, POLL_MS);
look();
