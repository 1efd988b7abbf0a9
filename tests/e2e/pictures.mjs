/**
 * Takes the pictures of the README from a built site.
 *
 *   node tests/e2e/pictures.mjs [--site dist]
 */
import { mkdir, writeFile } from "node:fs/promises";
import { join, resolve } from "node:path";

import { ROOT, launch } from "./browser.mjs";
import { Person } from "./person.mjs";
import { serve } from "../../web/site_server.mjs";

const OUT = join(ROOT, "docs/pictures");
const DESK = { viewport: { width: 1440, height: 900 } };
const LAPTOP = { viewport: { width: 1280, height: 720 } };
const PHONE = { viewport: { width: 390, height: 844 }, deviceScaleFactor: 1.5, isMobile: true, hasTouch: true };
const DARK = { colorScheme: "dark" };

/** The content of each picture: page, window, and actions before the screenshot. */
const PICTURES = {
  start: {
    place: "",
    options: LAPTOP,
    prepare: ({ page }) => page.getByRole("button", { name: "Play again" }).waitFor(),
  },
  exercise: { place: "exercise/lost-update/", options: DESK, prepare: checked },
  replay: { place: "exercise/lost-update/", options: { ...LAPTOP, ...DARK }, prepare: replayed },
  diagram: { place: "exercise/reviews/", options: LAPTOP, prepare: drawn },
  plan: { place: "sandbox/", options: { ...LAPTOP, ...DARK }, prepare: advised },
  compare: { place: "compare/reviews/", options: { ...DESK, ...DARK }, prepare: compared },
  shards: { place: "sandbox/", options: LAPTOP, prepare: sharded },
  phone: { place: "exercise/lost-update/", options: PHONE, prepare: read },
  "phone-checks": { place: "exercise/lost-update/", options: { ...PHONE, ...DARK }, prepare: checked },
};

async function pointed({ page }) {
  await page.getByRole("button", { name: "Got it" }).click();
}

async function read(person) {
  await pointed(person);
  await person.pane("Task");
}

async function checked(person) {
  await pointed(person);
  await person.run();
  await person.check();
}

async function replayed(person) {
  await checked(person);
  await person.page.getByText("Replay it step by step").first().click();
  await person.page.getByRole("region", { name: "Replay" }).getByRole("option").nth(2).click();
}

async function drawn(person) {
  const { page } = person;
  await pointed(person);
  await person.write((await person.bundle("reviews")).designs[0].source);
  await person.run();
  await person.tab("Documents");
  await page.getByRole("button", { name: "Diagram" }).click();
  await page.locator("svg.schema").waitFor();
  // More room for the results.
  await page.getByRole("separator", { name: "Share of the code" }).focus();
  for (let times = 0; times < 8; times += 1) await page.keyboard.press("ArrowUp");
  await page.evaluate(() => document.activeElement.blur());
}

async function advised(person) {
  await person.try(`db.reviews.insertMany(Array.from({ length: 600 }, (_, i) => ({
  book: i % 60, stars: i % 5, created_at: new Date(1e12 + i * 1e7),
})));
db.reviews.find({ book: 7 }).sort({ created_at: -1 }).limit(5);`);
  await person.tab("Plan");
  const advice = person.page.getByRole("region", { name: "Advice on indexes" });
  await advice.getByRole("button", { name: "Try it" }).first().click();
  await advice.getByRole("table").waitFor();
  await advice.evaluate((element) => element.scrollIntoView());
}

async function compared({ page }) {
  await page.evaluate(() =>
    localStorage.setItem("schema-dojo/progress", JSON.stringify({ reviews: { passed: true, stars: 1 } })),
  );
  await page.reload();
  await page.locator(".compare tbody tr").first().waitFor();
}

async function sharded(person) {
  const { page } = person;
  await page.getByLabel("Cluster").selectOption("3 shards");
  await person.idle();
  await person.try(`sh.shardCollection("test.people", { town: 1, _id: 1 });
db.people.insertMany(Array.from({ length: 3000 }, (_, i) => ({ _id: i, town: i % 10 })));
for (let i = 0; i < 200; i++) db.people.insertOne({ town: (i * i) % 10 });`);
  await person.tab("Shards");
  await page.getByRole("region", { name: "Shards of people" }).waitFor();
}

/** Converts a picture to WebP, which keeps text sharp in half the bytes, in the browser. */
async function webp(page, png) {
  const address = `data:image/png;base64,${png.toString("base64")}`;
  const text = await page.evaluate(async (address) => {
    const image = new Image();
    image.src = address;
    await image.decode();
    const canvas = Object.assign(document.createElement("canvas"), { width: image.width, height: image.height });
    canvas.getContext("2d").drawImage(image, 0, 0);
    return canvas.toDataURL("image/webp", 0.82);
  }, address);
  return Buffer.from(text.split(",")[1], "base64");
}

const [flag, folder = "dist"] = process.argv.slice(2);
if (flag !== undefined && flag !== "--site") throw new Error(`expected --site, not ${flag}`);
const site = resolve(ROOT, folder);
await mkdir(OUT, { recursive: true });
const browser = await launch();
const converter = await browser.newPage();
const server = await serve(site);
for (const [name, { place, options, prepare }] of Object.entries(PICTURES)) {
  const context = await browser.newContext(options);
  const person = new Person(await context.newPage(), server.url, site);
  await person.open(place);
  await prepare(person);
  await person.page.waitForTimeout(500);
  const picture = await webp(converter, await person.page.screenshot());
  await writeFile(join(OUT, `${name}.webp`), picture);
  await context.close();
  console.log(`docs/pictures/${name}.webp, ${Math.round(picture.length / 1000)} kB`);
}
await browser.close();
await server.close();
