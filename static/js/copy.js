// Buttons that copy the field they name: <button data-copy="id of an input">.
document.addEventListener("click", async (event) => {
  const button = /** @type {Element} */ (event.target).closest("[data-copy]");
  if (!(button instanceof HTMLElement)) return;
  const field = document.getElementById(button.dataset.copy ?? "");
  if (!(field instanceof HTMLInputElement)) return;
  field.select();
  try {
    await navigator.clipboard.writeText(field.value);
    button.textContent = "Copied";
  } catch {
    // No clipboard access without HTTPS: select the address so that the person can copy it.
    button.textContent = "Press Ctrl+C";
  }
});
