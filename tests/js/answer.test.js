import assert from "node:assert/strict";
import { test } from "node:test";

import { answer } from "hanabi/answer";

/** @param {() => Promise<unknown>} fetched */
async function asked(fetched) {
  const { fetch } = globalThis;
  globalThis.fetch = /** @type {typeof fetch} */ (fetched);
  try {
    return await answer("/report.json");
  } finally {
    globalThis.fetch = fetch;
  }
}

test("an answer is its JSON", async () => {
  assert.deepEqual(await asked(async () => new Response('{"status": "done"}')), { status: "done" });
});

test("a refusal, a silent site and an answer that is broken off are none", async () => {
  const broken = new ReadableStream({ pull: (body) => body.error(new DOMException("", "AbortError")) });
  assert.equal(await asked(async () => new Response("{}", { status: 503 })), null);
  assert.equal(await asked(() => Promise.reject(new TypeError("NetworkError"))), null);
  assert.equal(await asked(async () => new Response(broken)), null);
});
