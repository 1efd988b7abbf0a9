/**
 * The exercise with the most data, at ten times as much: comparing shows its progress, does not block the page, and can
 * be stopped.
 */
import assert from "node:assert/strict";

const ID = "reviews";

export const compareLarge = {
  name: "compare-large",
  async run(person) {
    const { page } = person;
    await person.open();
    await page.evaluate(
      (id) => localStorage.setItem("schema-dojo/progress", JSON.stringify({ [id]: { tries: 3 } })),
      ID,
    );
    await page.goto(`${person.url}compare/${ID}/`);
    await page.reload();
    const table = page.getByRole("table", { name: /same calls|ten times the data/ });
    await table.waitFor();
    await page.getByRole("button", { name: "×10", exact: true }).click();
    const bar = page.getByRole("progressbar", { name: "Designs measured" });
    await bar.waitFor();
    // The page responds in the meantime: it draws a frame, and continues measuring.
    await page.evaluate(() => new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn))));
    assert.ok(await bar.isVisible());
    await page.getByRole("button", { name: "Stop" }).click();
    await page.locator(".callout").getByText("Stopped.").waitFor();
    assert.equal(await table.count(), 0);

    await page.getByRole("button", { name: "Measure again" }).click();
    await page.waitForFunction(() => document.querySelector(".path-progress")?.value > 0);
    await table.waitFor({ timeout: 100_000 });
    assert.ok((await table.locator("thead th").count()) >= 4);
  },
};
