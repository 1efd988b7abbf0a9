/** Every exercise works in the sandbox: its starter runs and fails a check, an accepted design passes. */
import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { join } from "node:path";

import { Raw } from "../raw_sandbox.mjs";

export const exercises = {
  name: "every-exercise",
  limit: 600_000,
  async run(person, { site }) {
    const { tracks } = JSON.parse(await readFile(join(site, "exercises/index.json"), "utf8"));
    const ids = tracks.flatMap((track) => track.exercises.map(({ id }) => id));
    assert.ok(ids.length >= 5);
    // A published site contains its designs' costs; a development build measures them at each check.
    const published = (await person.file("sw.js")).includes("sha256");
    const raw = await Raw.start(person.page, person.url);
    const wrong = [];
    for (const id of ids) {
      const bundle = await person.bundle(id);
      if (published)
        assert.deepEqual(Object.keys(bundle.costs).sort(), bundle.designs.map(({ file }) => file).sort(), id);
      const opened = await raw.ask({ type: "open", bundle });
      if (opened.type !== "opened") wrong.push(`${id} does not open: ${opened.message}`);
      for (const [what, source] of [
        ["starter", bundle.starter],
        ["design", bundle.designs[0].source],
      ]) {
        const run = await raw.ask({ type: "run", source });
        if (run.type !== "result" || run.error)
          wrong.push(`${id}: the ${what} does not run: ${run.message ?? run.error.message}`);
        const { report, message } = await raw.ask({ type: "check", bundle, source });
        const failed = report?.checks.filter(({ kind, status }) => kind === "must" && status !== "passed");
        // A starter may pass and miss only a star.
        const asExpected =
          what === "design" ? report?.passed : report?.checks.some(({ status }) => status === "failed");
        if (!asExpected)
          wrong.push(
            `${id}: the ${what} ${report?.passed ? "passes" : "does not pass"}: ${message ?? JSON.stringify(failed)}`,
          );
      }
    }
    assert.deepEqual(wrong, []);
    person.forgive(/favicon/);
  },
};
