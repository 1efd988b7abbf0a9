/** The same exercise in two tabs: each shows edits of the other, and nothing is lost. */
import assert from "node:assert/strict";

import { Person } from "../person.mjs";

export const twoTabs = {
  name: "two-tabs",
  async run(person, { context, site }) {
    const other = new Person(await context.newPage(), person.url, site);
    const { designs } = await person.bundle("reviews");
    for (const one of [person, other]) await one.open("exercise/reviews/");
    const shows = (one, text) => one.page.locator(".cm-content").getByText(text).first().waitFor();

    await person.write("// written in the first\n");
    await shows(other, "written in the first");
    await other.page.locator(".cm-content").click();
    await other.page.keyboard.press("Control+End");
    await other.page.keyboard.insertText("// and on in the second\n");
    await shows(person, "and on in the second");
    assert.match(await person.code(), /written in the first\n\/\/ and on in the second/);

    // Undo restores the earlier code in either tab, and both have it.
    await person.page.locator(".cm-content").click();
    await person.page.keyboard.press("Control+z");
    await other.page.getByText("and on in the second").waitFor({ state: "detached" });
    await shows(other, "written in the first");

    // An exercise solved in one tab is solved in the other; two exercises solved at the same time are both stored.
    await other.open("exercise/referrers/");
    await person.write(designs[0].source);
    await person.check();
    await other.page.locator('#sidebar a[href="exercise/reviews/"] .solved').waitFor({ state: "attached" });
    await other.write((await other.bundle("referrers")).designs[0].source);
    await other.check();
    await person.page.locator('#sidebar a[href="exercise/referrers/"] .solved').waitFor({ state: "attached" });
    assert.match(await person.code(), /function setup/);

    // A reload finds the last edit.
    await person.page.reload();
    await person.ready();
    assert.equal((await person.code()).trim(), designs[0].source.trim());
    other.expectQuiet();
    await other.page.close();
  },
};
