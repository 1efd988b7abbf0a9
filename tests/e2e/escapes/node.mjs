/** The attempts in Node: files that `schema-dojo grade` grades. */
import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { existsSync } from "node:fs";
import { mkdtemp, readdir, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { FAMILIES, scriptOf, WON } from "./attempts.mjs";
import { CHEATS, HONEST } from "./cheats.mjs";
import { exercise } from "./page.mjs";

/** Attempts that concern only a page. */
const PAGE_ONLY = new Set(["forge the sandbox's voice"]);
/** Bombs inside a function: each file has its own thread, whose end fails only that file. */
const BOMBS = [
  ["doubles without end", "const k = []; for (;;) k.push(new Array(3e6).fill(1.5));"],
  ["a text of a text", "let s = 'ab'; for (;;) s = s.replace(/./g, s);"],
  [
    "the end of the process",
    "const { process } = Function('return this')(); process?.exit(0); throw new Error('there is no process');",
  ],
];

export const escapesInNode = {
  name: "escapes-node",
  limit: 240_000,
  unfit: (site) => (existsSync(join(site, "pkg/cli.js")) ? null : "the package has not been built: cargo xtask dist"),
  async run(person, { server, site }) {
    const folder = await mkdtemp(join(tmpdir(), "graded-"));
    try {
      const bundle = join(folder, "cheated.json");
      await writeFile(bundle, JSON.stringify(exercise()));
      const files = new Map();
      const put = async (what, source) => {
        const name = join(folder, `${String(files.size).padStart(3, "0")}.js`);
        files.set(name, what);
        await writeFile(name, source);
      };
      await put("honest", HONEST);
      for (const [what, source] of CHEATS) await put(what, source);
      for (const [family, attempts] of Object.entries(FAMILIES)) {
        if (PAGE_ONLY.has(family)) continue;
        for (const [what, body] of attempts) {
          const said = scriptOf(body, person.url).replace("print(won ?", "if (won) throw new Error(won ?");
          await put(
            `${family}: ${what}`,
            `${HONEST.replace("{ db.pages.insertMany", `{ db.keep.insertMany([{ _id: 1 }, { _id: 2 }]); ${said}\ndb.pages.insertMany`)}`,
          );
        }
      }
      for (const [what, code] of BOMBS)
        await put(`bomb: ${what}`, HONEST.replace("{ db.pages.updateOne", `{ ${code} db.pages.updateOne`));
      const asked = server.paths.length;
      const graded = await grade(join(site, "pkg/cli.js"), bundle, [...files.keys()]);
      const wrong = [];
      for (const { file, report, failure } of graded) {
        const what = files.get(file);
        if (what === "honest") assert.ok(report?.passed, failure || JSON.stringify(report?.checks));
        const isCheat = CHEATS.some(([name]) => name === what) || what.startsWith("bomb");
        if (isCheat && report?.passed) wrong.push(`${what} passed`);
        if (JSON.stringify(report ?? failure).includes(WON)) wrong.push(`${what} won`);
      }
      assert.equal(graded.length, files.size);
      assert.deepEqual(wrong, []);
      assert.deepEqual(server.paths.slice(asked), [], "a script reached the network");
      const made = (await readdir(folder)).filter((name) => !/^\d+\.js$|^cheated\.json$/.test(name));
      assert.deepEqual(made, [], "a script wrote a file");
    } finally {
      await rm(folder, { recursive: true });
    }
  },
};

/** The output of `schema-dojo grade --json` for files. It exits with 1, because not all pass. */
function grade(cli, bundle, files) {
  return new Promise((resolve, reject) => {
    execFile(
      process.execPath,
      [cli, "grade", "--json", bundle, ...files],
      { maxBuffer: 1 << 28 },
      (error, stdout, stderr) => {
        try {
          resolve(JSON.parse(stdout));
        } catch {
          reject(new Error(`${error?.message ?? ""} ${stderr} ${stdout.slice(0, 500)}`));
        }
      },
    );
  });
}
