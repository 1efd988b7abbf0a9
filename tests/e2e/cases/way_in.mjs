/** Starting an exercise: its rows before any run, tips once, feedback with links, and back to the previous position. */
import assert from "node:assert/strict";

import { violations } from "../axe.mjs";

export const wayIn = {
  name: "way-in",
  async run(person) {
    const { page } = person;
    const pointers = page.getByRole("complementary", { name: "First steps" });
    await person.open("exercise/reviews/");
    for (const what of ["Run", "Check", "Cost"]) await pointers.getByText(what, { exact: true }).waitFor();
    assert.deepEqual(await violations(page), []);
    await pointers.getByRole("button", { name: "Got it" }).click();
    await pointers.waitFor({ state: "detached" });
    await page.reload();
    await person.ready();
    assert.equal(await pointers.count(), 0);

    // Each function is listed once.
    for (const { signature } of (await person.bundle("reviews")).functions) {
      assert.equal(await page.locator(".text-pane code").getByText(signature, { exact: true }).count(), 1, signature);
    }

    // The rows can be viewed before the first run, each kind from its start.
    await page.getByRole("button", { name: "5,907 reviews: look" }).click();
    await page.getByRole("tab", { name: /^Documents/, selected: true }).waitFor();
    await page.getByText("1 to 20 of 5907").waitFor();
    await page.getByRole("button", { name: "Next", exact: true }).click();
    await page.getByText("21 to 40 of 5907").waitFor();
    await page.getByRole("button", { name: "400 books: look" }).click();
    await page.getByText("1 to 20 of 400").waitFor();

    // A failure links to its position in the code, and to the glossary.
    await person.write(`${(await person.bundle("reviews")).designs[0].source}\nconst more less = 1;\n`);
    await person.check();
    await page
      .getByRole("button", { name: /^Go to line \d+, column \d+$/ })
      .first()
      .click();
    await page.locator(".cm-lintRange-error").first().waitFor();
    await page.waitForFunction(() => document.activeElement?.matches(".editor-host"));
    const slow = (await person.bundle("reviews")).designs[0].source.replace(/.*createIndex.*\n/g, "");
    await person.write(slow);
    await person.check();
    const about = page.locator(".check.failed .links-after-failure a").first();
    assert.match(await about.innerText(), /^About this: /);

    // To the glossary and back: the text is at the same scroll position, and the code unchanged.
    const scrolled = () => page.locator(".text-pane").evaluate((element) => element.scrollTop);
    await page.locator(".text-pane").evaluate((element) => element.scrollTo(0, 240));
    await page.waitForTimeout(100);
    await about.click();
    await page.locator(".one-term, .principles").waitFor();
    await page.goBack();
    await person.ready();
    await page.waitForFunction(() => document.querySelector(".text-pane").scrollTop === 240);
    await page.getByRole("tab", { name: /^Checks/, selected: true }).waitFor();
    await about.waitFor();
    assert.equal(await scrolled(), 240);

    // The explanation ends with its principles.
    await person.write((await person.bundle("reviews")).designs[0].source);
    await person.check();
    await page.locator("#why a", { hasText: "Begin with the reads and writes" }).waitFor();
  },
};

/** Predict, then measure: one question at a time before the first check, compared after it. */
export const predict = {
  name: "predict",
  async run(person) {
    const { page } = person;
    const bundle = await person.bundle("reviews");
    bundle.predict = [
      {
        ask: "Round trips for a reader's page?",
        probe: "page",
        meter: "roundTrips",
        choices: [1, 2, 10],
        designs: [
          { name: "Embedded", measured: 1, tenfold: 1 },
          { name: "Joined", measured: 3, tenfold: null },
        ],
      },
      { ask: "Documents for a book's page?", probe: "page", meter: "docsExamined" },
    ];
    bundle.checks += '\nprobe("page", (w) => w.call("reviewsByUser", w.rows.reviews[0].user));\n';
    await page.route("**/exercises/reviews.json", (route) => route.fulfill({ json: bundle }));
    await person.open("exercise/reviews/");
    await person.write(bundle.designs[0].source);
    await page.getByRole("button", { name: "Check", exact: true }).click();
    const card = page.getByRole("region", { name: "Prediction" });
    await card.getByText("Round trips for a reader's page?").waitFor();
    assert.deepEqual(await violations(page), []);
    await card.getByRole("button", { name: "10", exact: true }).click();
    // One key skips a question.
    await card.getByText("Documents for a book's page?").waitFor();
    await page.waitForFunction(() => document.activeElement?.matches(".predict input"));
    await page.keyboard.press("Escape");
    await page.locator(".verdict.good").waitFor();
    await page.getByText("You said 10, your design makes 1.").waitFor();
    assert.equal(await page.locator(".predicted li").count(), 1);
    // The cost on the accepted designs, as the build has measured it.
    await page.locator(".predicted").getByRole("row", { name: "Embedded 1 1" }).waitFor();
    await page.locator(".predicted").getByRole("row", { name: "Joined 3 –" }).waitFor();
    assert.deepEqual(await violations(page), []);
    // Only before the first check.
    await person.check();
    assert.equal(await card.count(), 0);
  },
};

/**
 * Earlier sources of confusion: a page beyond the end, unlisted changes, statements that look alike, unread cursors.
 */
export const faults = {
  name: "faults",
  async run(person) {
    const { page } = person;
    await person.open("sandbox/");
    await person.try("db.n.drop(); db.n.insertMany(Array.from({ length: 100 }, (_, n) => ({ _id: n })));");
    await person.tab("Documents");
    await page.getByRole("button", { name: "Last", exact: true }).click();
    await page.getByText("81 to 100 of 100").waitFor();
    await person.write("db.n.deleteMany({ _id: { $gte: 30 } })");
    await person.run();
    await page.getByText("21 to 30 of 30").waitFor();
    assert.equal(await page.getByText("This collection is empty.").count(), 0);

    await person.write("db.many.insertMany(Array.from({ length: 2400 }, (_, n) => ({ n })))");
    await person.run();
    await person.tab("Changes");
    await page.getByText(/^The run changed 2,400 documents\. These are the first \d+\.$/).waitFor();

    await person.write("db.n.findOne({ a: 1 }); db.n.findOne({ b: 2 }); db.n.findOne({ _id: 3 });");
    await person.run();
    await person.tab("Plan");
    const options = await page.locator("#results-panel option").allInnerTexts();
    assert.equal(new Set(options).size, 3, options.join("; "));

    const said = await person.try("db.n.find({ a: 1 });\nprint('end')");
    assert.match(said, /db\.n\.find\(…\) was not sent: nothing reads its cursor/);

    const long = await person.try("for (let n = 0; n < 30000; n++) print(`line ${n}`)");
    assert.match(long, /line 0\n[\s\S]*line 2499\n+… 25,000 more lines …\n+line 27500\n[\s\S]*line 29999/);

    // Headings of the principles are in order.
    await page.goto(`${person.url}principles/`);
    await page.locator(".principles").first().waitFor();
    const levels = await page
      .locator("main :is(h1, h2, h3, h4)")
      .evaluateAll((all) => all.map((one) => Number(one.tagName[1])));
    assert.ok(
      levels.every((level, at) => at === 0 || level <= levels[at - 1] + 1),
      levels.join(" "),
    );
  },
};
