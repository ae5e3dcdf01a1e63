// Make plotly.js work under the site's Content-Security-Policy, which refuses inline styles. A
// classic script: it must run before plotly.js does.
(() => {
  const { setAttribute } = Element.prototype;
  /** Set styles through `element.style`, which is allowed, instead of a refused attribute. */
  Element.prototype.setAttribute = function (name, value) {
    if (name === "style" && (this instanceof HTMLElement || this instanceof SVGElement)) {
      this.style.cssText = value;
    } else {
      setAttribute.call(this, name, value);
    }
  };

  // Its rules go to the sheet `plotly.js-style-global`; the one added here is only for maps.
  const { head } = document;
  head.appendChild = (node) => {
    if (!(node instanceof HTMLStyleElement)) Node.prototype.appendChild.call(head, node);
    return node;
  };
})();
