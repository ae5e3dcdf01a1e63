// Wait for the people of an experiment's next game, and go to its table once everybody is here.

const POLL_MS = 3000;

const form = /** @type {HTMLFormElement} */ (document.querySelector("[data-waiting]"));
const told = /** @type {HTMLElement} */ (form.querySelector("[data-told]"));

async function look() {
  const body = new URLSearchParams({ csrfmiddlewaretoken: form.csrfmiddlewaretoken.value });
  const response = await fetch(form.dataset.waiting ?? "", { method: "POST", body }).catch(() => null);
  if (!response?.ok) return;
  /** @type {{next?: string, here: number, wanted: number} | null} */
  const found = await response.json().catch(() => null);
  if (!found) return;
  const { next, here, wanted } = found;
  if (next) location.href = next;
  else told.textContent = `${here} of ${wanted} people ${here === 1 ? "is" : "are"} here.`;
}

setInterval(look, POLL_MS);
look();
