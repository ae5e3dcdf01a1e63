// @ts-check
/** Making and changing elements without a template language. */

/**
 * A new element. Attributes that are `false`, `null` or `undefined` are left out, `on…` functions
 * become listeners, anything else is set as an attribute.
 *
 * @template {keyof HTMLElementTagNameMap} T
 * @param {T} tag
 * @param {Record<string, unknown>} [attributes]
 * @param {...(Node | string)} children
 * @returns {HTMLElementTagNameMap[T]}
 */
export function el(tag, attributes = {}, ...children) {
  const node = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) {
    if (typeof value === "function") {
      node.addEventListener(name.slice(2), /** @type {EventListener} */ (value));
    } else {
      set(node, name, value);
    }
  }
  node.append(...children);
  return node;
}

/**
 * Set or remove an attribute, touching the document only when it changes. ARIA's booleans are
 * words, the others are there or not.
 *
 * @param {Element} node
 * @param {string} name
 * @param {unknown} value
 */
export function set(node, name, value) {
  const aria = name.startsWith("aria-");
  if (value === null || value === undefined || (value === false && !aria)) {
    node.removeAttribute(name);
  } else {
    const text = value === true && !aria ? "" : String(value);
    if (node.getAttribute(name) !== text) node.setAttribute(name, text);
  }
}

/**
 * Change an element's text only if it differs, so that live regions speak once.
 *
 * @param {Node} node
 * @param {string} text
 */
export function say(node, text) {
  if (node.textContent !== text) node.textContent = text;
}

/**
 * A symbol of templates/sprite.svg, decorative.
 *
 * @param {string} name such as `suit-r` or `icon-trash`
 */
export function symbol(name) {
  const ns = "http://www.w3.org/2000/svg";
  const svg = document.createElementNS(ns, "svg");
  const use = document.createElementNS(ns, "use");
  svg.setAttribute("class", "symbol");
  svg.setAttribute("aria-hidden", "true");
  use.setAttribute("href", `#${name}`);
  svg.append(use);
  return svg;
}
