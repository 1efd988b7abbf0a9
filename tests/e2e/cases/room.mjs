/** Layout: the essential parts are visible in every window, and no line is cut off. */
import assert from "node:assert/strict";

import { violations } from "../axe.mjs";

/** Windows; the last two are 1280×720 and 1440×900 at 200 %. `panes` is the number of visible panes. */
const WINDOWS = [
  { width: 1280, height: 720, panes: 3 },
  { width: 1440, height: 900, panes: 3 },
  { width: 2560, height: 1440, panes: 3 },
  { width: 820, height: 1180, panes: 1 },
  { width: 390, height: 844, panes: 1 },
  { width: 640, height: 360, panes: 1 },
  { width: 720, height: 450, panes: 1 },
];

export const room = WINDOWS.map(({ width, height, panes }) => ({
  name: `room-${width}x${height}`,
  options: { viewport: { width, height } },
  async run(person) {
    const { page } = person;
    await person.open("exercise/reviews/");
    // The tips of a first visit have their own case.
    const pointers = page.getByRole("button", { name: "Got it" });
    if (await pointers.isVisible()) await pointers.click();
    await person.pane("Task");
    const seen = await page
      .locator(".text-pane, .editor, .results-pane")
      .evaluateAll((all) => all.filter((one) => one.checkVisibility()).length);
    assert.equal(seen, panes);
    assert.equal(await page.locator("#sidebar").isVisible(), false);

    // The task is as high as the window, the code at least fourteen lines if all three panes are visible.
    const tall = (selector) => page.locator(selector).evaluate((element) => element.getBoundingClientRect().height);
    const text = await tall(".text-pane");
    assert.ok(text >= height - 160, `the task has ${text} of ${height} px`);
    await person.pane("Code");
    const lines = Math.floor((await tall(".editor")) / 21.6);
    assert.ok(lines >= (height < 500 ? 8 : 15), `${lines} lines of code are in sight`);

    // Run and Check are visible in every pane; the page itself does not scroll.
    for (const pane of ["Task", "Code", "Results"]) {
      await person.pane(pane);
      for (const name of ["Run", "Check"]) await inSight(page, page.getByRole("button", { name, exact: true }));
      assert.deepEqual(await page.evaluate(overflow), [0, 0], pane);
    }

    // Check opens its tab, with the first failure visible; passed checks take one line.
    await person.check();
    await page.getByRole("tab", { name: /^Checks/, selected: true }).waitFor();
    await inSight(page, page.locator(".check.failed .sentence").first());
    const passed = page.locator(".folded.passed");
    assert.equal(await passed.locator(".check").first().isVisible(), false);
    await passed.locator("summary").click();
    await passed.locator(".check").first().waitFor();
    await page.waitForFunction(() => document.querySelector(".panel").scrollHeight <= 8 * innerHeight);
    assert.deepEqual(await page.locator(".results-pane").evaluate(cut), []);
    assert.deepEqual(await violations(page), []);

    // A run opens its output.
    await person.run();
    await page.getByRole("tab", { name: "Output", selected: true }).waitFor();
    await inSight(page, page.locator(".run-note"));
  },
}));

/** Checks that an element is within the window. */
async function inSight(page, locator) {
  const box = await locator.boundingBox();
  const { width, height } = page.viewportSize();
  assert.ok(
    box && box.x >= 0 && box.y >= 0 && box.x + box.width <= width + 1 && box.y + Math.min(box.height, 20) <= height,
    JSON.stringify(box),
  );
}

/** The pixels by which the page is wider and taller than the window. */
function overflow() {
  const { scrollWidth, scrollHeight } = document.documentElement;
  return [Math.max(0, scrollWidth - innerWidth), Math.max(0, scrollHeight - innerHeight)];
}

/** Texts that overflow their elements and neither wrap nor scroll. */
function cut(root) {
  return [...root.querySelectorAll("p, pre, button, summary, dt, dd")]
    .filter(
      (one) =>
        one.checkVisibility() &&
        one.scrollWidth > one.clientWidth + 1 &&
        getComputedStyle(one).overflowX !== "auto" &&
        one.clientWidth > 0,
    )
    .map((one) => one.textContent.trim().slice(0, 60));
}

/** The separators between panes: moved by keyboard and pointer, stored, reset. */
export const splitters = {
  name: "splitters",
  async run(person) {
    const { page } = person;
    await person.open("exercise/reviews/");
    const line = page.getByRole("separator", { name: "Share of the code" });
    assert.equal(await line.getAttribute("aria-orientation"), "horizontal");
    const tall = () =>
      page.locator(".code-pane").evaluate((element) => Math.round(element.getBoundingClientRect().height));
    const before = await tall();
    const { x, y, width, height } = await line.boundingBox();
    assert.ok(height >= 8, "there is no grip");
    await page.mouse.move(x + width / 2, y + height / 2);
    await page.mouse.down();
    await page.mouse.move(x + width / 2, y - 120, { steps: 4 });
    await page.mouse.up();
    const moved = await tall();
    assert.ok(moved < before - 80, `${before} became ${moved}`);
    await page.reload();
    await person.ready();
    assert.equal(await tall(), moved);
    // On another exercise, too.
    await page.goto(`${person.url}exercise/referrers/`);
    await person.ready();
    assert.equal(await tall(), moved);
    await line.focus();
    await page.keyboard.press("Enter");
    assert.equal(await tall(), before);
    await page.setViewportSize({ width: 2200, height: 1200 });
    await page.keyboard.press("ArrowLeft");
    await page.waitForFunction(() => document.querySelector(".work > .splitter").ariaOrientation === "vertical");
  },
};

/** The list of exercises is a drawer: opened by its button, closed by Escape, a click beside it, or a selection. */
export const drawer = {
  name: "drawer",
  async run(person) {
    const { page } = person;
    await person.open("exercise/reviews/");
    const list = await person.list();
    await list.getByRole("link", { name: /Users and their book reviews/ }).waitFor();
    await page.keyboard.press("Escape");
    await list.waitFor({ state: "hidden" });
    await person.list();
    assert.deepEqual(await violations(page), []);
    await list.locator('a[href="exercise/referrers/"]').click();
    await person.ready();
    await list.waitFor({ state: "hidden" });
  },
};
