/**
 * Takes the pictures of the README from a built site.
 *
 *   node tests/e2e/pictures.mjs [--site dist]
 */
import { mkdir } from "node:fs/promises";
import { join, resolve } from "node:path";

import { ROOT, launch } from "./browser.mjs";
import { Person } from "./person.mjs";
import { serve } from "./server.mjs";

const OUT = join(ROOT, "docs/pictures");
const DESK = { viewport: { width: 1280, height: 720 } };
const PHONE = { viewport: { width: 390, height: 844 }, deviceScaleFactor: 1.5, isMobile: true, hasTouch: true };

/** What each picture shows: where, in which window, and what is done there first. */
const PICTURES = {
  start: {
    place: "",
    options: DESK,
    prepare: ({ page }) => page.getByRole("button", { name: "Play it again" }).waitFor(),
  },
  exercise: { place: "exercise/lost-update/", options: DESK, prepare: checked },
  "exercise-dark": { place: "exercise/lost-update/", options: { ...DESK, colorScheme: "dark" }, prepare: checked },
  compare: { place: "compare/reviews/", options: { ...DESK, colorScheme: "dark" }, prepare: compared },
  phone: { place: "exercise/lost-update/", options: PHONE, prepare: () => undefined },
};

async function checked(person) {
  await person.run();
  await person.check();
}

async function compared(person) {
  const { page } = person;
  await page.evaluate(() =>
    localStorage.setItem("schema-dojo/progress", JSON.stringify({ reviews: { passed: true, stars: 1 } })),
  );
  await page.reload();
  await page.locator(".compare tbody tr").first().waitFor();
}

const [flag, folder = "dist"] = process.argv.slice(2);
if (flag !== undefined && flag !== "--site") throw new Error(`expected --site, not ${flag}`);
const site = resolve(ROOT, folder);
await mkdir(OUT, { recursive: true });
const browser = await launch();
const server = await serve(site);
for (const [name, { place, options, prepare }] of Object.entries(PICTURES)) {
  const context = await browser.newContext(options);
  const person = new Person(await context.newPage(), server.url, site);
  await person.open(place);
  await prepare(person);
  await person.page.waitForTimeout(300);
  await person.page.screenshot({ path: join(OUT, `${name}.jpg`), type: "jpeg", quality: 82 });
  await context.close();
  console.log(`docs/pictures/${name}.jpg`);
}
await browser.close();
await server.close();
