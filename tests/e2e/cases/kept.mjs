/** The sandbox's data survive an exercise in between, a stopped run, a reload and closing the tab, until Reset. */
import assert from "node:assert/strict";

export const kept = {
  name: "kept",
  async run(person, { context }) {
    const { page } = person;
    const there = (one = person) => one.try("db.books.find().toArray().map((book) => book.title).join(', ')");
    await person.open("sandbox/");
    await page.getByText("Import your own data").click();
    const form = page.getByRole("form", { name: "Import" });
    await form.getByLabel("Collection").fill("books");
    await form.locator("textarea").fill('{ "title": "Emma" }\n{ "title": "Cane" }\n');
    await form.getByRole("button", { name: "Import" }).click();
    await form.getByText("2 documents are in books.").waitFor();

    // Navigates within the page, like a link.
    await page.evaluate(() => (location.hash = "#/exercise/reviews"));
    await page.getByRole("heading", { level: 1, name: (await person.bundle("reviews")).title }).waitFor();
    await person.ready();
    await page.locator(".topbar").getByRole("link", { name: "Sandbox" }).click();
    await page.getByRole("heading", { level: 1, name: "Sandbox" }).waitFor();
    await person.ready();
    assert.match(await there(), /Emma, Cane/);

    await page.waitForTimeout(600);
    await page.reload();
    await person.ready();
    assert.match(await person.try('db.books.insertMany([{ title: "Ulysses" }]).acknowledged'), /true/);
    await page.waitForTimeout(600);
    await page.close({ runBeforeUnload: false });

    const later = new person.constructor(await context.newPage(), person.url, person.site);
    await later.open("sandbox/");
    assert.match(await there(later), /Emma, Cane, Ulysses/);
    await later.page.getByRole("button", { name: "Reset" }).click();
    await later.idle();
    await later.page.waitForTimeout(600);
    await later.page.reload();
    await later.ready();
    assert.doesNotMatch(await there(later), /Emma/);
    later.expectQuiet();
    await later.page.close();
  },
};
