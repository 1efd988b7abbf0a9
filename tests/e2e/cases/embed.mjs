/** The element in another site's page: snippets, dependencies, exercises, and the text when nothing loads. */
import assert from "node:assert/strict";
import { mkdtemp, readdir, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { serve } from "../../../web/site_server.mjs";

const DOCUMENT = (site) => `<!doctype html><html lang="en"><title>Guide</title>
<script type="module" src="${site}v1/schema-dojo.js?fences"></script>
<h1>Guide</h1>
<schema-dojo id="first" loading="eager">
  <pre><code class="language-mongosh">db.books.insertOne({ _id: 2, title: "Dubliners" });
print(db.books.countDocuments())</code></pre>
  <script type="application/ejson" data-seed>{ "books": [{ "_id": { "$numberInt": "1" }, "title": "Ulysses" }] }</script>
</schema-dojo>
<schema-dojo id="second" loading="eager" depends-on="first" view="documents"><pre><code>db.books.find({}, { title: 1 }).sort({ _id: -1 })</code></pre></schema-dojo>
<div style="height: 300vh"></div>
<div class="highlight-mongosh"><div class="highlight"><pre><span>print</span>("fenced")</pre></div></div>
<schema-dojo id="checked" loading="eager">
  <pre>function setup(db, rows) { db.books.insertMany(rows.books); }
const titles = (db) => db.books.find().sort({ title: 1 }).map((book) => book.title).toArray();
print(titles(db).length)</pre>
  <script type="application/ejson" data-seed>{ "books": [{ "title": "Ulysses" }, { "title": "Dubliners" }] }</script>
  <script type="text/x-checks">must("sorted", "Titles are sorted.", (t) => t.expect.ordered(t.fresh().call("titles"), ["Dubliners", "Ulysses"], "titles"));</script>
</schema-dojo>
<schema-dojo id="third" exercise="reviews"><pre>the starter</pre></schema-dojo>
</html>`;

export const embed = {
  name: "embed",
  async run(person) {
    const { page, url } = person;
    const folder = await mkdtemp(join(tmpdir(), "host-"));
    await writeFile(join(folder, "guide.html"), DOCUMENT(url));
    const host = await serve(folder);
    try {
      await page.goto(`${host.url}guide.html`);
      const ready = (id) => page.waitForFunction((id) => document.getElementById(id).state === "ready", id);
      await ready("first");

      const result = await page.evaluate(async () => {
        const element = document.getElementById("first");
        const events = [];
        for (const name of ["dojo-change", "dojo-result"])
          document.addEventListener(name, (event) => events.push([name, event.target.id]));
        const result = await element.run();
        const again = await element.run();
        return { events, result, again, code: element.code };
      });
      assert.equal(result.result.error, null);
      assert.equal(result.result.output[0].text, "2");
      assert.equal(result.again.output[0].text, "2", "a run does not begin with the seed");
      assert.deepEqual(result.events, [
        ["dojo-result", "first"],
        ["dojo-result", "first"],
      ]);
      assert.match(result.code, /^db\.books\.insertOne/);
      const player = page.frameLocator("#first iframe");
      await player.getByText("2", { exact: true }).first().waitFor();
      const height = await page.evaluate(
        () => document.querySelector("#first").shadowRoot.querySelector("iframe").clientHeight,
      );
      assert.ok(height > 100 && height < 700, `the player is ${height} px high`);
      const { height: shown } = await player.locator("main.embed").boundingBox();
      assert.ok(height >= shown && height < shown + 1, `the player is ${height} px high, what it shows ${shown}`);

      await ready("second");
      await page
        .evaluate(() =>
          document
            .getElementById("second")
            .run()
            .catch((error) => error.message),
        )
        .then((said) => assert.equal(said.error, null));
      await page.frameLocator("#second iframe").getByText("Dubliners").first().waitFor();
      // The data are those of the element that this one depends on.
      await page.frameLocator("#second iframe").getByText("Ulysses").first().waitFor();

      await page.evaluate(() => {
        const element = document.getElementById("second");
        element.code = "db.books.deleteMany({})";
        return element.run();
      });
      await page.frameLocator("#second iframe").getByText("This collection is empty.").waitFor();

      // An author's own checks call the functions of the snippet.
      await ready("checked");
      const seen = page.frameLocator("#checked iframe");
      const checked = await page.evaluate(async () => {
        const element = document.getElementById("checked");
        const { output } = await element.run();
        const right = await element.check();
        element.code = element.code.replace("title: 1", "title: -1");
        return { printed: output[0].text, right, wrong: await element.check() };
      });
      assert.deepEqual(
        [checked.printed, checked.right.passed, checked.wrong.passed],
        ["2", true, false],
        JSON.stringify(checked),
      );
      await seen.getByText("0 of 1 checks").waitFor();
      const [sentence, observed] = await Promise.all(
        [".sentence", ".observed"].map((part) => seen.locator(part).boundingBox()),
      );
      assert.ok(observed.y >= sentence.y + sentence.height, "what was observed does not stand below its sentence");

      // Far below the window nothing is loaded until the element comes near.
      assert.equal(await page.evaluate(() => document.getElementById("third").state), "idle");
      await page.locator("#third").scrollIntoViewIfNeeded();
      await ready("third");
      const bundle = await person.bundle("reviews");
      // The code alone does not state the task.
      const way = page.frameLocator("#third iframe").getByRole("link", { name: "Open in Schema Dojo" });
      assert.equal(await way.getAttribute("href"), `${url}exercise/reviews/`);
      const report = await page.evaluate((code) => {
        const element = document.getElementById("third");
        element.code = code;
        return element.check();
      }, bundle.designs[0].source);
      assert.equal(report.passed, true, JSON.stringify(report));
      assert.equal(await page.evaluate(() => document.getElementById("third").report.passed), true);

      // A fenced block has become an element, with the text of the highlighted code.
      const fenced = page.locator(".highlight-mongosh schema-dojo");
      assert.equal(await page.locator("schema-dojo").count(), 5);
      assert.equal(await fenced.evaluate((element) => element.run().then((result) => result.output[0].text)), "fenced");

      await page.goto("about:blank");
      const [folder] = (await readdir(person.site)).filter((name) => /^v\d+\.\d/.test(name));
      await page.goto(`${url}${folder}/embed.html`);
      // The player's own address would be an empty page, so it redirects to the site.
      await page.waitForURL(url);
      await person.ready();

      // Without the player the author's text stays.
      await page.route("**/embed.html", (route) => route.abort());
      await page.goto("about:blank");
      await page.goto(`${host.url}guide.html`);
      await page.waitForTimeout(500);
      assert.equal(await page.locator("#first pre").isVisible(), true);
      person.forgive(/ERR_FAILED|favicon/);
    } finally {
      await host.close();
      await rm(folder, { recursive: true });
    }
  },
};
