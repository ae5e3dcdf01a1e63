// Rows of an experiment's own questions: add them from a template, remove them by emptying them.
const section = /** @type {HTMLElement} */ (document.querySelector("[data-questions]"));
const list = /** @type {HTMLElement} */ (section.querySelector("ol"));
const template = /** @type {HTMLTemplateElement} */ (section.querySelector("template"));
const total = /** @type {HTMLInputElement} */ (section.querySelector('[name$="TOTAL_FORMS"]'));

section.addEventListener("click", (event) => {
  const target = /** @type {Element} */ (event.target);
  if (target.closest("[data-add]")) add();
  const row = target.closest("[data-remove]")?.closest("li");
  if (row) remove(row);
});

function add() {
  // Django's placeholder for a new row's number.
  list.insertAdjacentHTML("beforeend", template.innerHTML.replaceAll("__prefix__", total.value));
  total.value = String(Number(total.value) + 1);
  list.lastElementChild?.querySelector("input")?.focus();
}

/**
 * Empty and hide a row; later rows keep their numbers, and the server ignores empty rows.
 *
 * @param {Element} row
 */
function remove(row) {
  const words = /** @type {HTMLInputElement} */ (row.querySelector('[name$="-text"]'));
  words.value = "";
  /** @type {HTMLElement} */ (row).hidden = true;
  /** @type {HTMLElement} */ (section.querySelector("[data-add]")).focus();
}
