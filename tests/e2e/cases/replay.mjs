/** A failed check's schedule, followed step by step with the keyboard. */
import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { join } from "node:path";

import { ROOT } from "../browser.mjs";
import { violations } from "../axe.mjs";

const WRONG = "exercises/foundations/author-links/wrong/read-change-write.js";

export const replay = {
  name: "replay",
  async run(person) {
    const { page } = person;
    await person.open("exercise/author-links/");
    await person.write(await readFile(join(ROOT, WRONG), "utf8"));
    await person.check();
    await page.getByText("Replay it step by step").first().click();
    const replay = page.getByRole("region", { name: "Replay" }).first();
    const steps = replay.getByRole("option");
    const count = await steps.count();
    assert.ok(count >= 3, `only ${count} steps`);
    const selected = () => steps.evaluateAll((all) => all.findIndex((step) => step.ariaSelected === "true"));
    assert.equal(await selected(), 0);
    assert.match((await steps.allTextContents()).join("\n"), /Other client/);

    await steps.first().focus();
    await page.keyboard.press("ArrowRight");
    await replay.getByText(`Step 2 of ${count}`).waitFor();
    assert.equal(await selected(), 1);
    await page.keyboard.press("End");
    await replay.getByText(`Step ${count} of ${count}`).waitFor();
    await page.keyboard.press("ArrowLeft");
    assert.equal(await selected(), count - 2);

    // Some step shows a document's change.
    let changes = 0;
    for (let at = 0; at < count; at++) {
      await steps.nth(at).click();
      changes += await replay.getByRole("table").count();
    }
    assert.ok(changes > 0, "no step shows a document");
    assert.equal(
      await replay.locator("tr.same").filter({ visible: true }).count(),
      0,
      "a field that stays the same shows",
    );
    assert.deepEqual(await violations(page), []);

    // The editor marks the line of each step, and no line once the replay is closed.
    const marked = page.locator(".marked-line");
    const said = Number(/Line (\d+)/.exec(await replay.innerText())?.[1]);
    const source = (await person.code()).split("\n");
    assert.equal((await marked.innerText()).trim(), source[said - 1].trim());
    await page.keyboard.press("Escape");
    await replay.waitFor({ state: "detached" });
    assert.equal(await marked.count(), 0);
    await page.waitForFunction(() => document.activeElement?.textContent === "Replay it step by step");
  },
};
