/**
 * Measures how long the first Check of each exercise takes in a real browser: its first accepted design, on a page
 * that has just been opened.
 *
 *   node tests/e2e/first_check.mjs [--site dist] [exercise …]
 *
 * Prints milliseconds from the press of the button to the verdict. A fixed loop in the page, timed before each Check,
 * shows how busy the machine is: the second figure is the first divided by how much longer the loop took than the
 * quickest time it ever did. Exits with 1 when that exceeds the limit. A site as published has a quicker engine than
 * one that `cargo xtask build` has made for development.
 */
import { readFile } from "node:fs/promises";
import { join, resolve } from "node:path";
import { parseArgs } from "node:util";

import { ROOT, launch } from "./browser.mjs";
import { Person } from "./person.mjs";
import { serve } from "../../web/site_server.mjs";

/** Milliseconds that a first Check may take on an idle machine. */
const LIMIT = 2_000;

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { site: { type: "string", default: "dist" } },
});
const site = resolve(ROOT, values.site);
const { tracks } = JSON.parse(await readFile(join(site, "exercises/index.json"), "utf8"));
const all = tracks.flatMap(({ exercises }) => exercises.map(({ id }) => id));
const ids = all.filter((id) => positionals.length === 0 || positionals.includes(id));

const browser = await launch();
const server = await serve(site);
const measured = [];
const failed = [];
for (const id of ids) {
  try {
    measured.push({ id, ...(await firstCheck(id)) });
  } catch (error) {
    failed.push(id);
    console.log(`${id}: ${String(error.message).split("\n")[0]}`);
  }
}
await browser.close();
await server.close();

const quickest = Math.min(...measured.map(({ loop }) => loop.least));
let slow = 0;
for (const { id, took, loop, passed } of measured.sort((a, b) => b.took / b.loop.mean - a.took / a.loop.mean)) {
  const idle = Math.round((took * quickest) / loop.mean);
  if (idle > LIMIT) slow += 1;
  const columns = [Math.round(took), idle].map((millis) => String(millis).padStart(7));
  console.log(`${columns[0]} ms ${columns[1]} ms when idle  ${id}${passed ? "" : "  (does not pass)"}`);
}
console.log(`${measured.length} exercises, ${slow} above ${LIMIT} ms when idle`);
process.exit(slow + failed.length === 0 ? 0 : 1);

/** Opens an exercise, writes its first design and checks it. */
async function firstCheck(id) {
  const context = await browser.newContext({ viewport: { width: 1280, height: 800 } });
  try {
    const page = await context.newPage();
    const person = new Person(page, server.url, site);
    const bundle = await person.bundle(id);
    await person.open(`exercise/${id}/`);
    await person.write(bundle.designs[0].source);
    const before = await timedLoop(page);
    const begun = await pressCheck(page);
    await person.idle();
    await page.locator(".verdict").first().waitFor();
    const took = performance.now() - begun;
    const after = await timedLoop(page);
    const loop = { mean: (before.mean + after.mean) / 2, least: Math.min(before.least, after.least) };
    const passed = (await person.checks()).every((check) => check.star || check.passed);
    return { took, loop, passed };
  } finally {
    await context.close();
  }
}

/** Presses Check and skips the questions before the first one; returns the time at which the check started. */
async function pressCheck(page) {
  let begun = performance.now();
  await page.getByRole("button", { name: "Check", exact: true }).click();
  const skip = page.getByRole("button", { name: /^Skip/ });
  while (await skip.isVisible()) {
    begun = performance.now();
    await skip.click();
  }
  return begun;
}

/** Milliseconds of a short constant loop: on average, and the minimum. */
async function timedLoop(page) {
  return page.evaluate(() => {
    const times = Array.from({ length: 40 }, () => {
      const begun = performance.now();
      const numbers = new Map();
      for (let i = 0; i < 30_000; i++) numbers.set(i % 5_000, (numbers.get((i * 7) % 5_000) ?? 0) + i);
      return performance.now() - begun;
    });
    return { mean: times.reduce((sum, time) => sum + time, 0) / times.length, least: Math.min(...times) };
  });
}
