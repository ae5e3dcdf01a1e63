/**
 * Ask the site for JSON. Return null if it refuses or does not answer, or if the page is left
 * before the answer is complete: a browser then breaks off the fetch or the reading of its body.
 *
 * @param {string} url
 * @param {RequestInit} [options]
 */
export async function answer(url, options) {
  const response = await fetch(url, options).catch(() => null);
  return response?.ok ? response.json().catch(() => null) : null;
}
