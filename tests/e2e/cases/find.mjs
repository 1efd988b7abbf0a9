/** Ctrl+K finds exercises, terms, operators and actions; terms open beside the text that uses them. */
import assert from "node:assert/strict";

import { violations } from "../axe.mjs";

export const find = {
  name: "find",
  async run(person) {
    const { page } = person;
    const { keyboard } = page;
    await person.open("exercise/college-joins/");
    const dialog = page.getByRole("dialog", { name: "Find anything" });
    const option = (name) => dialog.getByRole("option", { name });
    await keyboard.press("Control+k");
    await dialog.waitFor();
    await keyboard.type("elemMa");
    await option(/^\$elemMatch/).waitFor();
    assert.deepEqual(await violations(page), []);
    // An action, here the theme.
    await dialog.getByRole("combobox").fill("theme");
    await option(/^Change the theme/).waitFor();
    await keyboard.press("Enter");
    await dialog.waitFor({ state: "detached" });
    assert.equal(await page.evaluate(() => document.documentElement.dataset.theme), "light");
    // A term and an exercise.
    for (const [words, heading] of [
      ["upser", "Upsert"],
      ["two clerks", (await person.bundle("lost-update")).title],
    ]) {
      await keyboard.press("Control+k");
      await dialog.getByRole("combobox").fill(words);
      await option(new RegExp(`^${heading}`))
        .first()
        .waitFor();
      await keyboard.press("Enter");
      await page.getByRole("heading", { level: 1, name: heading }).waitFor();
      await dialog.waitFor({ state: "detached" });
    }
    await page.getByRole("button", { name: "Find anything" }).click();
    await dialog.getByRole("combobox").fill("no such thing");
    await dialog.getByText("Nothing found.").waitFor();
    await keyboard.press("Escape");
    await dialog.waitFor({ state: "detached" });
  },
};
