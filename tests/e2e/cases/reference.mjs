/** Glossary and principles: opened from a task's text, searched, and linked back to an exercise. */
import assert from "node:assert/strict";

import { violations } from "../axe.mjs";

export const reference = {
  name: "reference",
  async run(person) {
    const { page } = person;
    const { glossary, principles, antipatterns, patterns } = JSON.parse(await person.file("exercises/reference.json"));
    await person.open("exercise/college-joins/");
    const link = page.locator('.text-pane a[href^="glossary/"]').first();
    const id = (await link.getAttribute("href")).split("/").at(-2);
    const { term } = glossary.find((one) => one.id === id);
    // A click shows the term beside the text; its own page is one more click away.
    await link.click();
    await page.getByRole("dialog").getByText(term, { exact: true }).waitFor();
    await page.getByRole("dialog").getByRole("link", { name: "Open its page" }).click();
    await page.getByRole("heading", { level: 1, name: term }).waitFor();
    assert.equal(new URL(page.url()).pathname, `/glossary/${id}/`);
    await page.getByRole("link", { name: `All ${glossary.length} terms` }).click();
    await page.getByRole("searchbox").waitFor();
    assert.equal(await page.locator(".glossary > div").count(), glossary.length);

    const search = page.getByRole("searchbox");
    await search.fill("foreign key");
    await page.getByText("Link, reference").waitFor();
    assert.ok((await page.locator(".glossary > div").count()) < glossary.length);
    await search.fill("no such word");
    await page.getByText(`0 of ${glossary.length} terms`).waitFor();
    await search.fill("");
    assert.deepEqual(await violations(page), []);

    // Each of MongoDB's patterns with its exercises.
    await page.getByRole("link", { name: "Patterns", exact: true }).click();
    await page.getByRole("heading", { level: 1, name: "MongoDB's patterns" }).waitFor();
    assert.equal(await page.locator(".patterns > li").count(), patterns.length);
    const attribute = patterns.find((one) => one.id === "attribute");
    const taught = page
      .locator(".patterns > li", { hasText: attribute.name })
      .locator(`a[href="exercise/${attribute.exercises[0]}/"]`);
    assert.equal(await taught.count(), 1);
    assert.deepEqual(await violations(page), []);

    await page.getByRole("link", { name: "Principles" }).click();
    await page.getByRole("heading", { level: 1, name: "Principles, measured" }).waitFor();
    assert.equal(await page.locator(".principles > li").count(), principles.length + antipatterns.length);
    assert.deepEqual(await violations(page), []);
    // Entries of tracks without exercises, if any, say so, and have no links.
    const open = [...principles, ...antipatterns].filter((one) => one.exercises.length === 0);
    for (const { title } of open) {
      const item = page.locator(".principles > li", { hasText: title });
      await item.getByText("Not measured here yet.").waitFor();
      await item.getByText(/The track “.+”, which is not written yet, will measure it\./).waitFor();
      assert.equal(await item.getByRole("link").count(), 0, title);
    }
    assert.equal(await page.getByText("Not measured here yet.").count(), open.length);
    const [first] = principles;
    await page.locator(".principles > li").first().locator(`a[href="exercise/${first.exercises[0]}/"]`).click();
    await person.ready();
    await page.locator(".text-pane h1").waitFor();
  },
};
