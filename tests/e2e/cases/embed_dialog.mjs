/** A person copies the site's HTML for an exercise and for code, and adds it to pages. */
import assert from "node:assert/strict";

import { violations } from "../axe.mjs";
import { servePages } from "../host.mjs";

export const embedDialog = {
  name: "embed-dialog",
  async run(person, { context }) {
    const { page } = person;
    await context.grantPermissions(["clipboard-read", "clipboard-write"]);
    const opener = page.getByRole("button", { name: "Embed this", exact: true });
    const dialog = page.getByRole("dialog", { name: "Embed this" });
    /** Copies a text of the dialog with its button, with only the keyboard. */
    const copied = async (what) => {
      await opener.focus();
      await page.keyboard.press("Enter");
      const button = dialog.getByRole("button", { name: `Copy the ${what}`, exact: true });
      for (let presses = 0; presses < 12; presses++) {
        if (await button.evaluate((button) => button === document.activeElement)) break;
        await page.keyboard.press("Tab");
      }
      await page.keyboard.press("Enter");
      await dialog.getByText("Copied.").waitFor();
      await page.keyboard.press("Escape");
      await dialog.waitFor({ state: "detached" });
      assert.equal(await opener.evaluate((button) => button === document.activeElement), true, "the focus is lost");
      return page.evaluate(() => navigator.clipboard.readText());
    };
    await person.open("exercise/visit-counter/");
    const exercise = await copied("element");
    assert.match(exercise, /<schema-dojo exercise="visit-counter"><\/schema-dojo>/);
    const exerciseFrame = await copied("frame");
    await person.open("sandbox/");
    await person.write('if (1 < 2 && 3 > 2) print("embedded", "`a`")');
    const code = await copied("element");
    const frame = await copied("frame");
    const [script, fence] = (await copied("block")).split("\n\n");
    assert.equal(fence, '```mongosh\nif (1 < 2 && 3 > 2) print("embedded", "`a`")\n```');

    // In a small window nothing of it is cut off.
    await page.setViewportSize({ width: 390, height: 844 });
    await page.getByRole("tab", { name: "Code" }).click();
    await opener.click();
    for (const part of await dialog.locator("textarea, button, a").all()) {
      const { x, width } = await part.boundingBox();
      assert.ok(x >= 0 && x + width <= 390, `a part of the dialog ends at ${x + width} px`);
    }
    assert.deepEqual(await violations(page), []);
    await page.setViewportSize({ width: 1280, height: 800 });

    await dialog.getByRole("link", { name: "How to embed" }).click();
    await page.getByRole("heading", { name: "Examples that run, in your own pages" }).waitFor();
    assert.equal(await dialog.count(), 0);
    assert.match(page.url(), /\/embed\/$/);
    await page.getByText(`src="${person.url}v1/schema-dojo.js?fences"`).waitFor();
    await page.getByText(`frame-src ${new URL(person.url).origin}`).waitFor();

    const written = `<pre><code class="language-mongosh">${fence.split("\n")[1].replace(/[<&]/g, (sign) => `&#${sign.charCodeAt(0)};`)}</code></pre>`;
    const begin = `<!doctype html><link rel="icon" href="data:,"><body>`;
    const host = await servePages({
      guide: { text: `${begin}${exercise}${code}` },
      fenced: { text: `${begin}${script}${written}` },
      frames: { text: `${begin}${exerciseFrame}${frame}` },
    });
    const printed = (element) => element.evaluate((element) => element.run().then(({ output }) => output[0].text));
    try {
      await page.goto(`${host.url}guide`);
      await page.waitForFunction(() => document.querySelector("schema-dojo")?.state === "ready");
      assert.equal(await printed(page.locator("schema-dojo").nth(1)), "embedded `a`");
      await page.goto(`${host.url}fenced`);
      assert.equal(await printed(page.locator("schema-dojo")), "embedded `a`");
      await page.goto(`${host.url}frames`);
      await page.frameLocator("iframe >> nth=0").frameLocator("iframe").getByText("Situation and task").waitFor();
      assert.equal(await printed(page.frameLocator("iframe >> nth=1").locator("schema-dojo")), "embedded `a`");
    } finally {
      await host.close();
    }
  },
};
