/** Finds `hanabi/…` for Node where the pages' import map finds it: under static/js. */

import module from "node:module";
import { isMainThread } from "node:worker_threads";

const SCRIPTS = new URL("../../static/js/", import.meta.url);

/**
 * @param {string} specifier
 * @param {object} context
 * @param {Function} next
 */
export function resolve(specifier, context, next) {
  if (!specifier.startsWith("hanabi/")) return next(specifier, context);
  const { href } = new URL(`${specifier.slice("hanabi/".length)}.js`, SCRIPTS);
  return { url: href, format: "module", shortCircuit: true };
}

if (module.registerHooks) module.registerHooks({ resolve });
else if (isMainThread) module.register(import.meta.url);
