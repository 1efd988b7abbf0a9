/**
 * Drives a built site in a real browser, as a person would.
 *
 *   node tests/e2e/run.mjs [--site dist] [name …]
 *
 * Prints one line per case and their counts; exits with 1 when one fails. Screenshots of failures go to
 * tests/e2e/results.
 */
import { existsSync } from "node:fs";
import { mkdir, rm } from "node:fs/promises";
import { join, resolve } from "node:path";

import { ROOT, launch } from "./browser.mjs";
import { CASES } from "./cases.mjs";
import { Person } from "./person.mjs";
import { serve } from "../../web/site_server.mjs";

const RESULTS = join(ROOT, "tests/e2e/results");
/** Milliseconds for one case. */
const LIMIT = 120_000;

const { site, names } = readArguments(process.argv.slice(2));
if (!existsSync(join(site, "index.html"))) {
  console.error(`${site} holds no built site: run cargo xtask build first.`);
  process.exit(2);
}
const chosen = CASES.filter(({ name }) => names.length === 0 || names.some((part) => name.includes(part)));
if (chosen.length === 0) {
  console.error(`No case is named like that. There are: ${CASES.map(({ name }) => name).join(", ")}.`);
  process.exit(2);
}

// Playwright throws on events of a frame whose process has ended, outside of any code that could catch it.
process.on("uncaughtException", (error) => {
  if (!/Frame has been detached/.test(error.message)) throw error;
});
await rm(RESULTS, { recursive: true, force: true });
await mkdir(RESULTS, { recursive: true });
const browser = await launch();
const server = await serve(site);
let failed = 0;
let unfit = 0;
for (const one of chosen) {
  const why = await one.unfit?.(site);
  if (why) {
    unfit += 1;
    console.log(`not run ${one.name}: ${why}`);
    continue;
  }
  const begun = Date.now();
  const reason = await attempt(one);
  if (reason) failed += 1;
  console.log(`${reason ? "FAILED" : "ok    "} ${one.name} (${Date.now() - begun} ms)`);
  if (reason) console.log(`       ${reason.split("\n").join("\n       ")}`);
}
await browser.close();
await server.close();
console.log(
  `${chosen.length - failed - unfit} passed, ${failed} failed, ${CASES.length - chosen.length + unfit} not run`,
);
process.exit(failed === 0 ? 0 : 1);

/** Runs a case in a separate browser context. Returns the reason if it fails. */
async function attempt({ name, run, options = {}, limit }) {
  const context = await browser.newContext({ viewport: { width: 1280, height: 800 }, ...options });
  const page = await context.newPage();
  const person = new Person(page, server.url, site);
  try {
    await withLimit(run(person, { context, server, site, results: RESULTS }), limit);
    // A working page logs no errors.
    person.expectQuiet();
    return null;
  } catch (error) {
    await page.screenshot({ path: join(RESULTS, `${name}.png`) }).catch(() => undefined);
    return `${error instanceof Error ? error.message : error}${person.complaints()}`;
  } finally {
    await context.close();
  }
}

async function withLimit(promise, millis = LIMIT) {
  let timer;
  const limit = new Promise((_, reject) => {
    timer = setTimeout(() => reject(new Error(`took longer than ${millis / 1000} s`)), millis);
  });
  try {
    await Promise.race([promise, limit]);
  } finally {
    clearTimeout(timer);
  }
}

function readArguments(given) {
  const names = [];
  let site = "dist";
  for (let at = 0; at < given.length; at++) {
    if (given[at] === "--site") site = given[++at] ?? "";
    else names.push(given[at]);
  }
  return { site: resolve(ROOT, site), names };
}
