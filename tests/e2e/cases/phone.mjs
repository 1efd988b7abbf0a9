/** On a phone the buttons stay in reach, and what goes on is said above them. */
import assert from "node:assert/strict";

export const phone = {
  name: "phone",
  options: { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true },
  async run(person) {
    const { page } = person;
    await person.open("#/exercise/seat-tickets");
    const bar = page.locator(".toolbar-primary");
    const { height, y } = await bar.boundingBox();
    // What a run gave comes into view.
    await person.write('print("from a phone")');
    await page.evaluate(() => scrollTo(0, 0));
    await page.getByRole("button", { name: "Run", exact: true }).tap();
    const printed = page.locator("#results-panel").getByText("from a phone");
    await printed.waitFor();
    await page.waitForFunction((y) => document.querySelector("#results-panel").getBoundingClientRect().top + 40 < y, y);
    await person.idle();
    await page.getByRole("button", { name: "Check", exact: true }).tap();
    await page.locator(".task-text").waitFor();
    const busy = await bar.boundingBox();
    assert.equal(busy.height, height);
    const said = await page.locator(".task-text").boundingBox();
    assert.ok(said.y + said.height <= busy.y + 1 && said.width <= 390, JSON.stringify(said));
    await person.idle();

    // The verdict is above the bar.
    const verdict = page.locator(".check.failed").first();
    await page.waitForFunction(() => document.querySelector(".check.failed")?.getBoundingClientRect().top < innerHeight);
    const seen = await verdict.boundingBox();
    assert.ok(seen.y + 20 < (await bar.boundingBox()).y, JSON.stringify(seen));
    const wide = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
    assert.ok(wide <= 0, `the page is ${wide} px wider than the window`);
  },
};
