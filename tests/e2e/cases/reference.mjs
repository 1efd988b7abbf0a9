/** Glossary and principles: found from a task's text, searched, and led back to an exercise. */
import assert from "node:assert/strict";

import { violations } from "../axe.mjs";

export const reference = {
  name: "reference",
  async run(person) {
    const { page } = person;
    const { glossary, principles, antipatterns } = JSON.parse(await person.file("exercises/reference.json"));
    await person.open("#/exercise/college-joins");
    const link = page.locator('.text-pane a[href^="#/glossary/"]').first();
    const id = (await link.getAttribute("href")).split("/").at(-1);
    await link.click();
    await page.locator(`#term-${id}:focus`).waitFor();
    assert.equal(await page.locator(".glossary > div").count(), glossary.length);

    const search = page.getByRole("searchbox");
    await search.fill("foreign key");
    await page.getByText("Link, reference").waitFor();
    assert.ok((await page.locator(".glossary > div").count()) < glossary.length);
    await search.fill("no such word");
    await page.getByText(`0 of ${glossary.length} words`).waitFor();
    await search.fill("");
    assert.deepEqual(await violations(page), []);

    await page.getByRole("link", { name: "Principles" }).click();
    await page.getByRole("heading", { level: 1, name: "Principles, measured" }).waitFor();
    assert.equal(await page.locator(".principles > li").count(), principles.length + antipatterns.length);
    assert.deepEqual(await violations(page), []);
    // Those of tracks that are not written yet, if there are any, say so, and lead nowhere.
    const open = [...principles, ...antipatterns].filter((one) => one.exercises.length === 0);
    for (const { title } of open) {
      const item = page.locator(".principles > li", { hasText: title });
      await item.getByText("Not measured here yet.").waitFor();
      await item.getByText(/The track “.+”, which is not written yet, will measure it\./).waitFor();
      assert.equal(await item.getByRole("link").count(), 0, title);
    }
    assert.equal(await page.getByText("Not measured here yet.").count(), open.length);
    const [first] = principles;
    await page.locator(".principles > li").first().locator(`a[href="#/exercise/${first.exercises[0]}"]`).click();
    await person.ready();
    await page.locator(".text-pane h1").waitFor();
  },
};
