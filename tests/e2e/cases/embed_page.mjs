/**
 * The element as a part of its page: theme, changed attributes, stored code, hidden lines, printing, no layout shift.
 */
import assert from "node:assert/strict";

import { hostPage, servePages } from "../host.mjs";

const STYLE = `<style>
:root { color-scheme: light; } :root.dark { color-scheme: dark; }
.painted.night { background: oklch(0.2 0.02 250); } .painted { background: white; transition: background-color 0.2s; }
pre { padding: 12px 16px; margin: 20px 0; font: 14px/21px monospace; }
</style>`;

const BODY = `<h1>Guide</h1>
<schema-dojo id="one" persist="guide"><pre><code>// hide
const secret = 41;
// show
print("shown", secret + 1)</code></pre>
<pre data-result>shown 42</pre></schema-dojo>
<p id="after">What stands below.</p>
<div class="painted"><schema-dojo id="two"><pre>print("two")</pre></schema-dojo></div>
<schema-dojo id="task" exercise="visit-counter"></schema-dojo>`;

export const embedPage = {
  name: "embed-page",
  async run(person) {
    const { page, url } = person;
    const host = await servePages({ guide: { text: hostPage(url, BODY, STYLE) } });
    const ready = (id) => page.waitForFunction((id) => document.getElementById(id)?.state === "ready", id);
    const player = (id) => page.frameLocator(`#${id} iframe`);
    const theme = (id, name) => player(id).locator(`html[data-theme=${name}]`).waitFor();
    const on = (id, what, ...given) =>
      page.evaluate(
        ([id, what, given]) => Function("element", "given", `return ${what}`)(document.getElementById(id), given),
        [id, what, given],
      );
    try {
      await page.addInitScript(() => {
        window.shift = 0;
        new PerformanceObserver((list) => list.getEntries().forEach(({ value }) => (window.shift += value))).observe({
          type: "layout-shift",
          buffered: true,
        });
      });
      await page.goto(`${host.url}guide`);
      await page.locator("#after").waitFor();
      const before = await page.locator("#after").boundingBox();
      await ready("one");
      await ready("two");
      assert.deepEqual(await page.locator("#after").boundingBox(), before, "the text below the player has moved");
      assert.ok(
        (await page.evaluate(() => window.shift)) <= 0.02,
        `the layout shifted by ${await page.evaluate(() => window.shift)}`,
      );

      // Hidden lines run, and are invisible; recorded output is shown before the first run.
      const editor = player("one").locator(".cm-content");
      assert.doesNotMatch(await editor.innerText(), /secret = 41|hide/);
      assert.match(await on("one", "element.code"), /^\/\/ hide\nconst secret = 41;/);
      await player("one").getByText("shown 42").waitFor();
      assert.equal(await on("one", "element.run().then(({ output }) => output[0].text)"), "shown 42");

      // The host page stores the reader's code, and reset removes it.
      await editor.click();
      await page.keyboard.press("Control+a");
      await page.keyboard.type('print("mine", 1)');
      await page.waitForFunction(() => Object.values(localStorage).some((text) => text.includes('print("mine", 1)')));
      assert.match(
        await on("one", "element.code"),
        /^\/\/ hide\nconst secret = 41;\n\/\/ show\nprint\("mine", 1\)/,
        "the hidden lines were edited",
      );
      await player("one").getByRole("button", { name: "Run", exact: true }).click();
      await player("one").getByText("mine 1").waitFor();

      // Printing shows the edited code and its output, without a frame.
      await page.emulateMedia({ media: "print" });
      const paper = page.locator("#one .paper");
      assert.equal(await paper.isVisible(), true);
      assert.deepEqual(await paper.locator("pre").allInnerTexts(), ['print("mine", 1)', "mine 1"]);
      assert.equal(await page.locator("#one iframe").isVisible(), false);
      assert.equal(
        await page.locator("#one code").isVisible(),
        false,
        "the author's text is printed beside the edited code",
      );
      assert.equal(await page.locator("#two pre").isVisible(), true);
      await page.emulateMedia({ media: "screen" });

      await page.reload();
      await ready("one");
      assert.match(await on("one", "element.code"), /mine/);
      await on("one", "element.reset()");
      assert.match(await on("one", "element.code"), /shown/);
      assert.equal(await page.evaluate(() => localStorage.length), 0);

      // The theme is the host page's, whatever the system's, and follows its changes.
      await theme("one", "light");
      await page.evaluate(() => document.documentElement.classList.add("dark"));
      await theme("one", "dark");
      await theme("two", "light");
      await page.evaluate(() => document.querySelector(".painted").classList.add("night"));
      await theme("two", "dark");
      await on("two", 'element.setAttribute("theme", "light")');
      await theme("two", "light");

      // The player applies later changes by the author.
      await on("two", 'element.querySelector("pre").textContent = given[0]', 'print("other")');
      await page.waitForFunction(() => document.getElementById("two").code === 'print("other")');
      assert.equal(await on("two", "element.run().then(({ output }) => output[0].text)"), "other");
      await on("two", 'element.setAttribute("code", given[0])', 'print("third")');
      assert.equal(await on("two", "element.run().then(({ output }) => output[0].text)"), "third");
      await on("two", 'element.setAttribute("readonly", "")');
      await player("two").locator(".cm-content[aria-readonly=true]").waitFor();

      // An exercise shows its task and its promises.
      await page.locator("#task").scrollIntoViewIfNeeded();
      await ready("task");
      await player("task").getByText("Situation and task").click();
      await player("task").getByRole("heading", { name: "Task" }).waitFor();
      await player("task").getByText("What is promised").click();
      await player("task").getByText("One client makes one call after another, and none is cut off.").waitFor();
    } finally {
      await host.close();
    }
  },
};
