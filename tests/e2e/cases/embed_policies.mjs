/**
 * Host pages with restrictive policies: with the right policy the player loads, otherwise the text stays, with a
 * message.
 */
import assert from "node:assert/strict";

import { hostPage, servePages } from "../host.mjs";

const SNIPPET = `<schema-dojo id="one" loading="eager"><pre>print("it", "runs")</pre></schema-dojo>`;

/** Milliseconds until the message: 3 s for the reader, with a margin for a busy machine. */
const PATIENCE = 6_000;

/** The policy in docs/embedding.md. */
const POLICY = (site) =>
  `default-src 'none'; script-src ${site}; frame-src ${site}; connect-src ${site}; style-src 'none'; img-src data:`;

export const embedPolicies = {
  name: "embed-policies",
  async run(person) {
    const { page, url } = person;
    const site = new URL(url).origin;
    const text = hostPage(url, SNIPPET);
    const host = await servePages({
      strict: { text, headers: { "content-security-policy": POLICY(site) } },
      ...Object.fromEntries(
        ["connect-src", "frame-src"].map((name) => [
          name,
          { text, headers: { "content-security-policy": POLICY(site).replace(`${name} ${site};`, "") } },
        ]),
      ),
      isolated: {
        text,
        headers: { "cross-origin-embedder-policy": "require-corp", "cross-origin-opener-policy": "same-origin" },
      },
      embedder: { text, headers: { "cross-origin-embedder-policy": "require-corp" } },
      opaque: {
        text: hostPage(url, "")
          .replace(/<script.*<\/script>/, "")
          .replace(
            "<body>",
            `<body><iframe id="course" sandbox="allow-scripts" src="strict" width="900" height="600"></iframe>`,
          ),
      },
    });
    const one = (frame) => frame.locator("#one");
    const runs = async (frame) => {
      await frame.waitForFunction(() => document.getElementById("one")?.state === "ready");
      return one(frame).evaluate((element) => element.run().then(({ output }) => output[0].text));
    };
    try {
      await page.goto(`${host.url}strict`);
      assert.equal(await runs(page), "it runs");
      // The page needs no style: the text is hidden, and the frame has a height.
      assert.equal(await page.locator("#one > pre").isVisible(), false);

      await page.goto(`${host.url}frame-src`);
      const begun = Date.now();
      await page.waitForFunction(() => document.getElementById("one")?.state === "failed");
      assert.ok(Date.now() - begun < PATIENCE, `it took ${Date.now() - begun} ms until the sentence came`);
      await page.getByText(`the page's policy does not allow ${site} in frame-src.`).waitFor();
      assert.equal(await page.locator("#one > pre").isVisible(), true);
      assert.match(await one(page).innerText(), /print/);
      assert.match(
        await one(page).evaluate((element) => element.run().catch(({ message }) => message)),
        /not available/,
      );

      // Without connect-src the player's document is not checked, and runs.
      for (const name of ["connect-src", "isolated", "embedder"]) {
        await page.goto(`${host.url}${name}`);
        assert.equal(await runs(page), "it runs", name);
      }

      await page.goto(`${host.url}opaque`);
      const inner = await (await page.waitForSelector("#course")).contentFrame();
      assert.equal(await runs(inner), "it runs");
    } finally {
      await host.close();
    }
    // Blocked on purpose.
    person.forgive(/Content Security Policy|ERR_BLOCKED|blocked/i);
  },
};

/** A cross-origin isolated page in a browser without credentialless frames: the site's headers allow embedding. */
export const embedIsolated = {
  name: "embed-isolated",
  async run(person) {
    const { page, url } = person;
    const host = await servePages({
      guide: {
        text: hostPage(url, SNIPPET),
        headers: { "cross-origin-embedder-policy": "require-corp", "cross-origin-opener-policy": "same-origin" },
      },
    });
    try {
      await page.addInitScript(() => delete HTMLIFrameElement.prototype.credentialless);
      await page.goto(`${host.url}guide`);
      await page.getByText("This example cannot run here").waitFor();

      await page.route(`${url}v*/**`, async (route) => {
        const response = await route.fetch();
        const headers = {
          "cross-origin-embedder-policy": "require-corp",
          "cross-origin-resource-policy": "cross-origin",
        };
        await route.fulfill({ response, headers: { ...response.headers(), ...headers } });
      });
      await page.goto(`${host.url}guide`);
      await page.waitForFunction(() => document.getElementById("one")?.state === "ready");
      assert.equal(await page.evaluate(() => crossOriginIsolated), true);
      const run = () =>
        document
          .getElementById("one")
          .run()
          .then(({ output }) => output[0].text);
      assert.equal(await page.evaluate(run), "it runs");
    } finally {
      await host.close();
    }
    person.forgive(/ERR_BLOCKED|blocked/i);
  },
};

/** A site that answers nothing in the frame: a message appears within 3 s. */
export const embedSilent = {
  name: "embed-silent",
  async run(person) {
    const { page, url } = person;
    const host = await servePages({ guide: { text: hostPage(url, SNIPPET) } });
    try {
      // The request that checks the document is answered.
      await page.route("**/embed.html", (route) =>
        route.request().isNavigationRequest()
          ? route.fulfill({ status: 200, contentType: "text/html", body: "<p>a proxy's page" })
          : route.continue(),
      );
      await page.goto(`${host.url}guide`);
      const begun = Date.now();
      await page.getByText("This example cannot run here").waitFor();
      assert.ok(Date.now() - begun < PATIENCE, `it took ${Date.now() - begun} ms`);
      assert.equal(await page.locator("#one > pre").isVisible(), true);
      assert.equal(await page.locator("#one").evaluate((element) => element.state), "failed");
    } finally {
      await host.close();
    }
  },
};
