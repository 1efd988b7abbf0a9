/** A course's page in a learning management system: a check reports status and score, and the code is restored. */
import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";

import { ROOT } from "../browser.mjs";
import { serve } from "../../../web/site_server.mjs";
import { unzip } from "../unzip.mjs";

/** A system's API for a course's pages, for 1.2 and for 2004. */
const SYSTEM = `
const values = JSON.parse(sessionStorage.getItem("values") ?? "{}");
const calls = (window.calls = []);
window.values = values;
const set = (name, value) => { values[name] = value; sessionStorage.setItem("values", JSON.stringify(values)); return "true"; };
const get = (name) => values[name] ?? "";
const call = (name) => () => (calls.push(name), "true");
if (location.hash === "#2004") window.API_1484_11 = { Initialize: call("Initialize"), GetValue: get, SetValue: set, Commit: call("Commit"), Terminate: call("Terminate"), GetLastError: () => "0" };
else window.API = { LMSInitialize: call("LMSInitialize"), LMSGetValue: get, LMSSetValue: set, LMSCommit: call("LMSCommit"), LMSFinish: call("LMSFinish"), LMSGetLastError: () => "0" };
`;
const PAGE =
  '<!doctype html><title>System</title><script src="system.js"></script><iframe name="course" style="width:100%;height:700px" src="first-document.html"></iframe>';

/** Names of the recorded elements, by edition. */
const EDITIONS = [
  { name: "1.2", passed: { "cmi.core.lesson_status": "passed" }, raw: "cmi.core.score.raw", first: "LMSInitialize" },
  {
    name: "2004",
    passed: { "cmi.completion_status": "completed", "cmi.success_status": "passed" },
    raw: "cmi.score.raw",
    first: "Initialize",
  },
];

export const scorm = {
  name: "scorm",
  async run(person) {
    const { page } = person;
    const { designs } = await person.bundle("first-document");
    const folder = await mkdtemp(join(tmpdir(), "schema-dojo-scorm-"));
    try {
      const made = spawnSync("cargo", ["xtask", "scorm", "first-steps", "--folder", folder], {
        cwd: ROOT,
        encoding: "utf8",
      });
      assert.equal(made.status, 0, made.stderr);
      for (const { name, passed, raw, first } of EDITIONS) {
        const course = join(folder, name);
        const files = await unzip(join(folder, `first-steps-scorm-${name}.zip`));
        assert.ok(files.get("imsmanifest.xml")?.toString().includes("first-document.html"));
        files.set("system.js", SYSTEM).set("system.html", PAGE);
        for (const [path, content] of files) {
          await mkdir(dirname(join(course, path)), { recursive: true });
          await writeFile(join(course, path), content);
        }
        // Below a path, and from static files, as systems serve them.
        const server = await serve(course);
        try {
          await page.goto(`${server.url}system.html#${name}`);
          await page.evaluate(() => sessionStorage.clear());
          await page.reload();
          const player = () => page.frameLocator("iframe[name=course]").locator("schema-dojo");
          const ready = () =>
            player().evaluate(
              (element) =>
                element.state === "ready" ||
                new Promise((resolve) => element.addEventListener("dojo-ready", resolve, { once: true })).then(
                  () => true,
                ),
            );
          await ready();
          assert.equal(await page.evaluate(() => globalThis.calls[0]), first);
          const check = (code) =>
            player().evaluate(
              (element, code) => ((element.code = code), element.check()).then(({ passed }) => passed),
              code,
            );
          assert.equal(await check("function setup(db, rows) {}"), false);
          const values = () => page.evaluate(() => globalThis.values);
          assert.equal((await values())[raw], "0");
          assert.equal(await check(designs[0].source), true);
          const recorded = await values();
          for (const [key, value] of Object.entries(passed)) assert.equal(recorded[key], value, key);
          assert.ok(Number(recorded[raw]) >= 1, recorded[raw]);
          // In a later session the code is restored, and the result stays.
          await page.reload();
          await ready();
          await page.waitForFunction(() =>
            document.querySelector("iframe").contentDocument.querySelector("schema-dojo").code.includes("insert"),
          );
          assert.equal((await values())[raw], recorded[raw]);
        } finally {
          await server.close();
        }
      }
    } finally {
      await rm(folder, { recursive: true, force: true });
    }
    person.forgive(/favicon/);
  },
};
