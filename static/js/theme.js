// @ts-check
// The dark and light switch. A classic script in the head: the choice must be known before the
// first paint. Without a stored choice the page follows the system.
(() => {
  const root = document.documentElement;

  try {
    const stored = localStorage.getItem("theme");
    if (stored) root.dataset.theme = stored;
  } catch {
    // Storage is forbidden: the system's choice stays.
  }

  document.addEventListener("click", (event) => {
    const target = /** @type {Element} */ (event.target);
    if (!target.closest("[data-theme-switch]")) return;
    const system = matchMedia("(prefers-color-scheme: dark)").matches ? "dark" : "light";
    root.dataset.theme = (root.dataset.theme ?? system) === "dark" ? "light" : "dark";
    try {
      localStorage.setItem("theme", root.dataset.theme);
    } catch {
      // It holds until the next page.
    }
  });
})();
