// The dark and light switch. A classic script in the head, so that the theme is set before the
// first paint. Without a stored choice the page follows the system.
(() => {
  const root = document.documentElement;

  try {
    const stored = localStorage.getItem("theme");
    if (stored) root.dataset.theme = stored;
  } catch {
    // Storage is unavailable: keep the system's theme.
  }

  document.addEventListener("click", (event) => {
    const target = /** @type {Element} */ (event.target);
    if (!target.closest("[data-theme-switch]")) return;
    const system = matchMedia("(prefers-color-scheme: dark)").matches ? "dark" : "light";
    root.dataset.theme = (root.dataset.theme ?? system) === "dark" ? "light" : "dark";
    try {
      localStorage.setItem("theme", root.dataset.theme);
    } catch {
      // Storage is unavailable: the choice lasts until the next page.
    }
  });
})();
