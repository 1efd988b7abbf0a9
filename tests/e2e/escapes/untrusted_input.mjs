/** Untrusted input of the page: links, imported files, lists of exercises. */
import assert from "node:assert/strict";
import { deflateRawSync } from "node:zlib";

import { serveExercises } from "../exercise_host.mjs";
import { ASKED, INTACT, KEEP, LEFT } from "./attempts.mjs";

const MARKUP = '<img src="escaped-carried.png" onerror="document.title=String.fromCharCode(87)">';

/** A link's payload in the page's format: version, length, deflated data. */
const payload = (version, length, data) =>
  Buffer.concat([Buffer.of(version, length >> 16, (length >> 8) & 255, length & 255), deflateRawSync(data)]).toString(
    "base64url",
  );

/** Addresses, each relative to the site's. */
const LINKS = [
  "#/open/",
  "#/open/%00",
  `#/open/${"A".repeat(200_000)}`,
  `#/open/${payload(1, 10, Buffer.alloc(5e7))}`,
  `#/open/${payload(1, 0xffffff, Buffer.alloc(100))}`,
  `#/open/${payload(1, 200, `{"exercise":"${"../".repeat(9)}x","code":"${MARKUP.replaceAll('"', '\\"')}"}`)}`,
  `#/open/${payload(255, 3, "abc")}`,
  `#/exercise/${encodeURIComponent(MARKUP)}`,
  "#/exercise/__proto__",
  "#/exercise/../../worker",
  "#/exercise/constructor",
  "#javascript:alert(1)",
  "#/glossary/<script>alert(1)</script>",
  `?exercises=${encodeURIComponent("javascript:alert(1)")}#/`,
  `?exercises=${encodeURIComponent("data:application/json,{}")}#/`,
  "?exercises=//evil.example/x#/",
  "?exercises=https%3A%2F%2Fuser%3Apass%40evil.example%2F%3Bscript-src%20*#/",
  `?also=${encodeURIComponent("blob:null/x")}#/`,
];

/** Texts to import, and the expected messages. */
const IMPORTS = [
  ['[{"_id":1,"__proto__":{"escaped":1},"constructor":{"prototype":{"escaped":1}}}]', /1 document|imported|[\s\S]/i],
  [`{"_id":1,"a":{"$binary":{"base64":"AA*A","subType":"00"}}}`, /line 1: field "a": .* is not Base64: character 3/],
  [`[${'{"a":'.repeat(400)}1${"}".repeat(400)}]`, /deep|nest|recursion|limit/i],
  ['{"_id":{"$oid":"zz"}}', /\$?oid|ObjectId|hex/i],
  [`__proto__,constructor.prototype.escaped\n1,2`, /[\s\S]/],
  [`[{"_id":1,"t":${JSON.stringify(MARKUP)}}]`, /[\s\S]/],
];

/** Lists of exercises that a host may serve, by path. */
const LISTS = {
  "/1/index.json": {
    version: 1,
    tracks: [
      {
        id: "t",
        title: MARKUP,
        summary: MARKUP,
        exercises: [{ id: "e", title: MARKUP, level: 1, minutes: 5, pattern: MARKUP, designs: 1 }],
      },
    ],
  },
  "/2/index.json": { version: 1, tracks: [{ id: "__proto__", title: "x", summary: "s", exercises: [] }] },
  "/3/index.json": {
    version: 1,
    tracks: Array.from({ length: 2_000 }, (_, i) => ({
      id: `t${i}`,
      title: "x",
      summary: "s",
      exercises: [{ id: `e${i}`, title: "x", level: 1, minutes: 5, pattern: "p", designs: 1 }],
    })),
  },
  "/4/index.json": [[]],
  "/5/index.json": {
    version: 1,
    tracks: [
      {
        id: "t",
        title: "x",
        summary: "s",
        exercises: [{ id: "e", title: "x", level: 1e400, minutes: -1, pattern: {}, designs: null }],
      },
    ],
  },
};

export const carriedIn = {
  name: "escapes-page-carried",
  async run(person, { server }) {
    const { page, url } = person;
    let alerted = 0;
    page.on("dialog", (dialog) => void (alerted++, dialog.dismiss()));
    await person.open("#/sandbox");
    await person.try(KEEP);
    // The page stores the data shortly after the run.
    await page.waitForTimeout(800);
    await page.evaluate(() => localStorage.setItem("treasure", "untouched"));
    const origins = new Set();
    page.on("request", (request) => /^https?:/.test(request.url()) && origins.add(new URL(request.url()).origin));
    const host = await serveExercises(LISTS);
    const wrong = [];
    const unharmed = async (what) => {
      const seen = await page.evaluate(() => [
        document.title,
        {}.escaped,
        localStorage.getItem("treasure"),
        document.querySelectorAll("main img").length,
        document.body.innerText.trim().length > 0,
      ]);
      if (seen[0] === "W" || seen[1] !== undefined || seen[2] !== "untouched" || seen[3] > 0 || !seen[4])
        wrong.push(`${what}: ${JSON.stringify(seen)}`);
    };
    try {
      for (const link of [
        ...LINKS,
        ...Object.keys(LISTS).map((path) => `?exercises=${encodeURIComponent(host.url + path.slice(1))}#/`),
      ]) {
        // An address that differs only in its hash would not be loaded.
        await page.goto("about:blank");
        await page.goto(url + link);
        await page.locator("main").first().waitFor();
        await page.waitForTimeout(200);
        await unharmed(link.slice(0, 60));
      }
    } finally {
      await host.close();
    }
    await page.goto("about:blank");
    await person.open("#/sandbox");
    assert.match(await person.try(LEFT), INTACT, "the data of the last visit are gone");
    for (const [text, says] of IMPORTS) {
      const said = await imported(page, text);
      if (!says.test(said)) wrong.push(`${text.slice(0, 60)}: ${said.slice(0, 200)}`);
      await unharmed(text.slice(0, 60));
    }
    const said = await person.try(LEFT);
    assert.match(said, INTACT);
    assert.deepEqual(wrong, []);
    assert.equal(alerted, 0);
    assert.deepEqual(
      [...origins].filter((origin) => !origin.startsWith("http://127.0.0.1:")),
      [],
      "the page asked another host",
    );
    assert.deepEqual(
      server.paths.filter((path) => ASKED.test(path)),
      [],
    );
    person.forgive(/Content Security Policy|ERR_|Failed to load|blocked|404|CORS/);
  },
};

/** Imports a text into the collection `imported`, and returns the form's message. */
async function imported(page, text) {
  const form = page.getByRole("form", { name: "Import" });
  if (!(await form.isVisible())) await page.getByText("Import your own data").click();
  await form.getByLabel("Collection").fill("imported");
  await form.getByRole("textbox", { name: "Or paste it here" }).fill(text);
  await form.getByRole("button", { name: "Import" }).click();
  await page.waitForTimeout(500);
  return form.getByRole("status").innerText();
}
