/**
 * Extend partner menus, `select[data-partner]`, with the chosen partner's face and description and
 * a button that opens all partners side by side. Without this script they are plain menus.
 */

import { button, el, say } from "hanabi/dom";

const dialog = /** @type {HTMLDialogElement} */ (document.getElementById("partners"));
const cards = /** @type {HTMLButtonElement[]} */ ([...dialog.querySelectorAll(".partner")]);
const plain = /** @type {HTMLElement} */ (dialog.querySelector(".plain-choices"));

/** @type {HTMLSelectElement | undefined} */
let asking;

/** @param {string} address */
const cardOf = (address) => cards.find((card) => card.dataset.address === address);

/** @param {string} value */
function choose(value) {
  if (asking) {
    asking.value = value;
    asking.dispatchEvent(new Event("change", { bubbles: true }));
  }
  dialog.close();
}

/** @param {HTMLSelectElement} select */
function open(select) {
  asking = select;
  const free = [...select.options].filter((option) => !option.disabled);
  const values = free.map((option) => option.value);
  for (const card of cards) {
    const item = /** @type {HTMLElement} */ (card.closest("li"));
    item.hidden = !values.includes(card.dataset.address ?? "");
    card.ariaPressed = String(card.dataset.address === select.value);
  }
  // “Me” and “Open to others” are not agents, and are listed above them.
  const rest = [...select.querySelectorAll(":scope > option")].map((option) =>
    button({ onclick: () => choose(option.getAttribute("value") ?? "") }, option.textContent ?? ""),
  );
  plain.replaceChildren(...rest);
  plain.hidden = rest.length === 0;
  dialog.showModal();
}

/** @param {HTMLSelectElement} select */
function enhance(select) {
  const face = el("span", { class: "chosen-face" });
  const about = el("span", { class: "note" });
  // The menu stays short: the dialog has the other bots, with a description of each.
  const others = /** @type {HTMLElement | null} */ (select.querySelector('optgroup[label="All bots"]'));
  if (others) others.hidden = true;
  const rest = el("span", { class: "unseen" }, `: ${select.labels[0]?.textContent ?? ""}`);
  const compare = button({ onclick: () => open(select) }, "All bots", rest);
  const row = el("span", { class: "partner-field" });
  select.replaceWith(row);
  row.append(face, select, compare, about);
  // Moving the field took its focus.
  if (select.autofocus) select.focus();
  const show = () => {
    const card = cardOf(select.value);
    face.replaceChildren(...(card ? [/** @type {Node} */ (card.firstElementChild).cloneNode(true)] : []));
    face.hidden = !card;
    say(about, card?.querySelector(".summary")?.textContent ?? "");
  };
  select.addEventListener("change", show);
  show();
}

/** Disable agents that do not play with the chosen number of players. The server refuses one that is selected already. */
function fit() {
  const count = /** @type {HTMLInputElement | null} */ (document.querySelector("[name=players]:checked"))?.value;
  if (!count) return;
  for (const select of document.querySelectorAll("select[data-partner]")) {
    for (const option of /** @type {HTMLSelectElement} */ (select).options) {
      const counts = cardOf(option.value)?.dataset.players ?? count;
      option.disabled = !option.selected && !counts.includes(count);
    }
  }
}

for (const card of cards) card.addEventListener("click", () => choose(card.dataset.address ?? ""));
for (const select of document.querySelectorAll("select[data-partner]")) {
  enhance(/** @type {HTMLSelectElement} */ (select));
}
document.addEventListener("change", fit);
fit();
