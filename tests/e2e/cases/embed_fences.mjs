/** With `?fences`, the blocks of documentation tools become players, also when a page changes later. */
import assert from "node:assert/strict";

import { CODE, FENCES } from "../fences.mjs";
import { hostPage, servePages } from "../host.mjs";

const OTHER = `<pre><code class="language-js">print("other")</code></pre>`;
const OPTIONS = `<pre id="books" class="mongosh" data-view="documents"><code>db.books.insertOne({ _id: 1 })</code></pre>
<pre class="mongosh" data-depends-on="books"><code>print(db.books.countDocuments())</code></pre>
<pre class="mongosh-result"><code>1</code></pre>`;

export const embedFences = {
  name: "embed-fences",
  async run(person) {
    const { page, url } = person;
    const blocks = FENCES.map(([, html], at) => `<section id="f${at}">${html}</section>`).join("");
    const host = await servePages({
      guide: {
        text: hostPage(
          url,
          blocks + OTHER + `<section id="options">${OPTIONS}</section><section id="later"></section>`,
        ),
      },
    });
    try {
      await page.goto(`${host.url}guide`);
      await page.waitForFunction(
        (count) => document.querySelectorAll("schema-dojo").length === count,
        FENCES.length + 2,
      );
      for (const [at, [tool]] of FENCES.entries()) {
        const element = page.locator(`#f${at} schema-dojo`);
        assert.equal(await element.count(), 1, tool);
        assert.equal(await element.evaluate(({ code }) => code), CODE, tool);
      }
      // One of each family runs, and the tool's own button does not overlap it.
      const content = FENCES.findIndex(([tool]) => tool === "Docusaurus");
      assert.equal(
        await page
          .locator(`#f${content} schema-dojo`)
          .evaluate((element) => element.run().then(({ output }) => output[0].text)),
        "fenced",
      );
      assert.equal(await page.locator(`#f${content}`).getByRole("button", { name: "Copy code" }).isVisible(), false);

      const second = page.locator("#options schema-dojo").nth(1);
      await second.scrollIntoViewIfNeeded();
      await page
        .frameLocator("#options schema-dojo >> nth=1 >> iframe")
        .locator("pre.recorded")
        .getByText("1")
        .waitFor();
      assert.equal(await page.locator("#options > .mongosh-result").isVisible(), false);
      assert.equal(await second.evaluate((element) => element.run().then(({ output }) => output[0].text)), "1");
      assert.equal(await page.locator("#books").getAttribute("view"), "documents");

      // A single-page site renders another page: its blocks are found, and removed ones are forgotten.
      await page.evaluate((html) => {
        document.querySelector("#f0").remove();
        document.querySelector("#later").append(document.createRange().createContextualFragment(html));
      }, FENCES[0][1]);
      await page.locator("#later schema-dojo").waitFor();
      assert.equal(
        await page
          .locator("#later schema-dojo")
          .evaluate((element) => element.run().then(({ output }) => output[0].text)),
        "fenced",
      );
    } finally {
      await host.close();
    }
  },
};
