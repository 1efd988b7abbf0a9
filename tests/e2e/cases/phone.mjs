/** On a phone the buttons stay in reach, and messages appear above them. */
import assert from "node:assert/strict";

export const phone = {
  name: "phone",
  options: { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true },
  async run(person) {
    const { page } = person;
    await person.open("exercise/seat-tickets/");
    const bar = page.locator(".toolbar-primary");
    const { height, y } = await bar.boundingBox();
    // All tabs are visible, also with the number of changes.
    await person.write("for (let i = 0; i < 300; i++) db.many.insertOne({ _id: i })");
    await person.run();
    await page.locator(".tabs .badge").waitFor();
    assert.equal(
      await page.locator(".results-pane > .tabs").evaluate((tabs) => Math.max(0, tabs.scrollWidth - tabs.clientWidth)),
      0,
    );
    // A run's results scroll into view.
    await person.write('print("from a phone")');
    await page.getByRole("button", { name: "Run", exact: true }).tap();
    const printed = page.locator("#results-panel").getByText("from a phone");
    await printed.waitFor();
    await page.waitForFunction((y) => document.querySelector("#results-panel").getBoundingClientRect().top + 40 < y, y);
    await person.idle();
    const shown = page.waitForFunction(() => {
      const [said, bar] = [".task-text", ".toolbar-primary"].map((one) =>
        document.querySelector(one)?.getBoundingClientRect(),
      );
      return said && { height: bar.height, above: said.bottom <= bar.top + 1, width: said.width };
    });
    await page.getByRole("button", { name: "Check", exact: true }).tap();
    const busy = await (await shown).jsonValue();
    assert.deepEqual(busy, { height, above: true, width: 390 });
    await person.idle();

    // The verdict is above the bar.
    const verdict = page.locator(".check.failed").first();
    await page.waitForFunction(
      () => document.querySelector(".check.failed")?.getBoundingClientRect().top < innerHeight,
    );
    const seen = await verdict.boundingBox();
    assert.ok(seen.y + 20 < (await bar.boundingBox()).y, JSON.stringify(seen));
    // So is the message of a stopped run.
    await person.write("for (;;) {}");
    await page.getByRole("button", { name: "Run", exact: true }).tap();
    await page
      .getByRole("alert")
      .getByText(/longer than 5 s/)
      .waitFor();
    await page.waitForFunction(
      () =>
        document.querySelector("p.callout.bad").getBoundingClientRect().bottom <=
        document.querySelector(".toolbar-primary").getBoundingClientRect().top,
    );
    await person.idle();
    // Touch targets are large enough on every page; nothing extends beyond the right edge.
    for (const place of ["", "track/queues/", "glossary/", "sandbox/", "exercise/seat-tickets/"]) {
      await person.open(place);
      assert.deepEqual(await page.evaluate(unfit), [], place);
    }
  },
};

/** Controls that are too small to touch or outside the window; links in a text and scrolling content are exempt. */
function unfit() {
  const controls = [
    ...document.querySelectorAll("button, a.button, input, select, summary, [role=tab], .places a, .track a"),
  ];
  const seen = controls.filter(
    (one) => one.checkVisibility({ visibilityProperty: true }) && !one.closest(".tree, .table-scroll, .sr-only"),
  );
  const faults = (one) => {
    const { width, height, right } = one.getBoundingClientRect();
    return height < 40 || width < 24 || right > innerWidth + 1;
  };
  const named = (one) =>
    `${one.tagName} ${one.className} ${one.textContent.trim().slice(0, 30)} ${JSON.stringify(one.getBoundingClientRect())}`;
  const wide = document.documentElement.scrollWidth - innerWidth;
  return [...seen.filter(faults).map(named), ...(wide > 0 ? [`the page is ${wide} px wider than the window`] : [])];
}
