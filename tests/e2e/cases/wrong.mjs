/** A classic wrong answer gets the feedback that its author specified. */
import assert from "node:assert/strict";
import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";

import { ROOT } from "../browser.mjs";

const FOLDER = join(ROOT, "exercises/workshop/reviews/wrong");

export const wrong = {
  name: "wrong-answer",
  async run(person) {
    const all = (await readdir(FOLDER))
      .sort()
      .map(async (file) => ({ file, source: await readFile(join(FOLDER, file), "utf8") }));
    // A complete one: others are edits of a design.
    const { file, source } = (await Promise.all(all)).find((answer) => !/^\/\/ from:/m.test(answer.source));
    const says = /^\/\/ says: (.*)$/m.exec(source)?.[1]?.trim();
    assert.ok(says, `${file} has no "// says:"`);
    await person.open("exercise/reviews/");
    await person.write(source);
    await person.check();
    const failures = (await person.checks()).filter((check) => check.failed);
    assert.ok(
      failures.some((check) => check.observed.includes(says)),
      `no check says “${says}”: ${JSON.stringify(failures)}`,
    );
    assert.match(await person.page.locator(".verdict").innerText(), /not there yet/i);
  },
};
