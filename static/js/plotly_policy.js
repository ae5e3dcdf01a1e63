// @ts-check
// Lets plotly.js work under our Content-Security-Policy, which refuses inline styles. A classic
// script: it must run before plotly.js does.
(() => {
  const { setAttribute } = Element.prototype;
  /** Styles given as an attribute are refused; the same through the element's own object are not. */
  Element.prototype.setAttribute = function (name, value) {
    if (name === "style" && (this instanceof HTMLElement || this instanceof SVGElement)) {
      this.style.cssText = value;
    } else {
      setAttribute.call(this, name, value);
    }
  };

  // Its rules go to the sheet `plotly.js-style-global`; the one it would add here is for maps.
  const { head } = document;
  head.appendChild = (node) => {
    if (!(node instanceof HTMLStyleElement)) Node.prototype.appendChild.call(head, node);
    return node;
  };
})();
