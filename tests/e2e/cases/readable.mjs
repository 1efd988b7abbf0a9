/** Every page is readable before any script has run, and is replaced without a layout shift. */
import assert from "node:assert/strict";
import { existsSync } from "node:fs";
import { join } from "node:path";

/** The largest sum of layout shifts; browsers rate up to 0.1 as good. */
const SHIFT = 0.02;

export const readable = {
  name: "readable",
  async run(person, { context, site }) {
    const { page } = person;
    const { tracks } = JSON.parse(await person.file("exercises/index.json"));
    const { glossary } = JSON.parse(await person.file("exercises/reference.json"));
    const exercises = tracks.flatMap((track) => track.exercises);
    const places = [
      ...exercises.flatMap(({ id }) => [`exercise/${id}/`, `compare/${id}/`]),
      ...tracks.filter((track) => track.exercises.length > 0).map(({ id }) => `track/${id}/`),
      ...glossary.map(({ id }) => `glossary/${id}/`),
      "",
      "glossary/",
      "principles/",
      "patterns/",
      "sandbox/",
    ];
    assert.deepEqual(
      places.filter((place) => !existsSync(join(site, place, "index.html"))),
      [],
    );

    // Without scripts: the whole task, its title and the previews' texts; links work.
    const plain = await context.browser().newContext({ javaScriptEnabled: false });
    try {
      const reader = await plain.newPage();
      await reader.goto(`${person.url}exercise/reviews/`);
      const bundle = await person.bundle("reviews");
      assert.equal(await reader.locator("main h1").innerText(), bundle.title);
      assert.equal(await reader.title(), `${bundle.title} · Schema Dojo`);
      const text = await reader.locator(".text-pane").innerText();
      for (const words of paragraphs(bundle.text)) assert.ok(text.includes(words), words);
      for (const meta of ['name="description"', 'property="og:description"']) {
        assert.ok((await reader.locator(`meta[${meta}]`).getAttribute("content")).length > 40, meta);
      }
      await reader.getByText("the texts can be read without").waitFor();
      await reader.goto(`${person.url}exercise/college-joins/`);
      await reader.locator('.text-pane a[href^="glossary/"]').first().click();
      assert.match(new URL(reader.url()).pathname, /^\/glossary\/[a-z0-9-]+\/$/);
      await reader.locator("main h1").waitFor();
      await reader.goto(person.url);
      await reader.getByRole("link", { name: /^Start with/ }).click();
      assert.equal(new URL(reader.url()).pathname, `/exercise/${exercises[0].id}/`);
    } finally {
      await plain.close();
    }

    // With scripts: the visible text stays in place.
    await page.addInitScript(() => {
      globalThis.shifts = [];
      new PerformanceObserver((list) => {
        for (const entry of list.getEntries()) {
          if (!entry.hadRecentInput)
            globalThis.shifts.push([
              entry.value,
              ...entry.sources.map(({ node }) => node?.className ?? node?.nodeName),
            ]);
        }
      }).observe({ type: "layout-shift", buffered: true });
    });
    for (const place of ["exercise/reviews/", "", "track/workshop/", "glossary/", "sandbox/"]) {
      await person.open(place);
      await page.waitForTimeout(500);
      const shifts = await page.evaluate(() => globalThis.shifts);
      const sum = shifts.reduce((total, [value]) => total + value, 0);
      assert.ok(sum <= SHIFT, `${place}: layout shift ${sum.toFixed(3)}: ${JSON.stringify(shifts)}`);
    }

    // Links of earlier versions lead to the same pages, also within the site.
    await page.goto(`${person.url}#/exercise/reviews`);
    await person.ready();
    assert.equal(new URL(page.url()).pathname + new URL(page.url()).hash, "/exercise/reviews/");
    await page.evaluate(() => (location.hash = "#/path/workshop"));
    await page.waitForFunction(() => location.pathname === "/track/workshop/" && location.hash === "");
    await page.getByRole("heading", { level: 1, name: tracks.find(({ id }) => id === "workshop").title }).waitFor();

    // A link changes the page without reloading it; Back restores the position.
    await page.goto(person.url);
    await person.ready();
    await page.evaluate(() => ((globalThis.same = true), scrollTo(0, 600)));
    await page
      .locator('main a[href="exercise/lost-update/"]')
      .last()
      .evaluate((link) => link.click());
    await page.getByRole("heading", { level: 1, name: (await person.bundle("lost-update")).title }).waitFor();
    await page.goBack();
    await page.waitForFunction(() => Math.abs(scrollY - 600) < 2);
    assert.equal(await page.evaluate(() => globalThis.same), true);
  },
};

export const blocked = {
  name: "blocked",
  async run(person) {
    const { page } = person;
    await page.route("**/*.wasm", (route) => route.abort());
    await page.goto(`${person.url}exercise/reviews/`);
    const again = page.getByRole("button", { name: "Try again" });
    await again.waitFor();
    // The text is still there.
    await page.getByRole("heading", { level: 1, name: (await person.bundle("reviews")).title }).waitFor();
    await page.unroute("**/*.wasm");
    await again.click();
    await person.ready();

    // The same if only the database is blocked.
    await page.route("**/engine/*.wasm", (route) => route.abort());
    await page.reload();
    await page.locator(".topbar").getByRole("button", { name: "Try again" }).waitFor();
    await page
      .getByText("/engine/schema_dojo_bg.wasm could not be fetched. Reload the page to try again.")
      .first()
      .waitFor();
    await page.unroute("**/engine/*.wasm");
    await page.locator(".topbar").getByRole("button", { name: "Try again" }).click();
    await person.ready();
    person.forgive(/ERR_FAILED|Failed to (fetch|load)/);
  },
};

/** The first words of each paragraph, up to the first with markup. */
function paragraphs(blocks) {
  return blocks
    .filter(({ type }) => type === "paragraph")
    .map(({ content: [first] }) => (first.text ?? "").trim())
    .filter(Boolean);
}
