// @ts-check
// Rows of an experiment's own questions: added from a template, taken away by emptying them.
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
  // Django's name for the number of a row that is not there yet.
  list.insertAdjacentHTML("beforeend", template.innerHTML.replaceAll("__prefix__", total.value));
  total.value = String(Number(total.value) + 1);
  list.lastElementChild?.querySelector("input")?.focus();
}

/**
 * The numbers of the rows after it stay as they are: a row without words is no question.
 *
 * @param {Element} row
 */
function remove(row) {
  const words = /** @type {HTMLInputElement} */ (row.querySelector('[name$="-text"]'));
  words.value = "";
  /** @type {HTMLElement} */ (row).hidden = true;
  /** @type {HTMLElement} */ (section.querySelector("[data-add]")).focus();
}

export {};
