/** A person takes the lines that the site gives for an exercise and for code, and puts them into a page. */
import assert from "node:assert/strict";

import { servePages } from "../host.mjs";

export const embedDialog = {
  name: "embed-dialog",
  async run(person) {
    const { page } = person;
    const lines = async () => {
      await page.getByRole("button", { name: "Share", exact: true }).click();
      const text = await page.getByLabel("Lines for another page").inputValue();
      await page.keyboard.press("Escape");
      return text;
    };
    await person.open("exercise/visit-counter/");
    const exercise = await lines();
    assert.match(exercise, /<schema-dojo exercise="visit-counter"><\/schema-dojo>/);
    await person.open("sandbox/");
    await person.write('if (1 < 2 && 3 > 2) print("embedded")');
    const code = await lines();

    await page.getByRole("button", { name: "Share", exact: true }).click();
    await page.getByRole("link", { name: "How to embed" }).click();
    await page.getByRole("heading", { name: "Examples that run, in your own pages" }).waitFor();
    assert.match(page.url(), /\/embed\/$/);
    await page.getByText(`src="${person.url}v1/schema-dojo.js?fences"`).waitFor();
    await page.getByText(`frame-src ${new URL(person.url).origin}`).waitFor();

    const host = await servePages({
      guide: { text: `<!doctype html><link rel="icon" href="data:,"><body>${exercise}${code}` },
    });
    try {
      await page.goto(`${host.url}guide`);
      await page.waitForFunction(() => document.querySelector("schema-dojo")?.state === "ready");
      const second = page.locator("schema-dojo").nth(1);
      assert.equal(await second.evaluate((element) => element.run().then(({ output }) => output[0].text)), "embedded");
    } finally {
      await host.close();
    }
  },
};
