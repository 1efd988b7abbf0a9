/** All work is saved to a file and restored on another computer, where newer code is not replaced without asking. */
import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";

export const travel = {
  name: "travel",
  async run(person, { context }) {
    const { page } = person;
    const { designs } = await person.bundle("first-document");
    await person.open("exercise/first-document/");
    await person.write(designs[0].source);
    await person.check();
    await page.locator(".verdict.good").waitFor();
    await person.open("exercise/reviews/");
    await person.write("// mine\n");
    await person.open("sandbox/");
    await person.try("db.things.insertOne({ _id: 1, name: 'travelled' })");
    await page.waitForTimeout(600);
    await person.open();
    const [download] = await Promise.all([
      page.waitForEvent("download"),
      page.getByRole("button", { name: "Save my work to a file" }).click(),
    ]);
    const file = await download.path();
    assert.ok((await readFile(file, "utf8")).includes("// mine"));

    const elsewhere = await context.browser().newContext({ viewport: { width: 1280, height: 800 } });
    try {
      const other = new person.constructor(await elsewhere.newPage(), person.url, person.site);
      const restore = async (path) => {
        await other.open();
        await other.page.locator(".work-file input[type=file]").setInputFiles(path);
      };
      // This code is newer than the code in the file.
      await other.open("exercise/reviews/");
      await other.write("// newer\n");
      await restore(file);
      const dialog = other.page.getByRole("dialog", { name: "Restore this work?" });
      await dialog.getByRole("checkbox", { name: (await person.bundle("reviews")).title }).waitFor();
      await Promise.all([other.page.waitForEvent("load"), dialog.getByRole("button", { name: "Restore" }).click()]);
      await other.ready();
      await other.open("exercise/reviews/");
      assert.equal((await other.code()).trim(), "// newer");
      await other.open("exercise/first-document/");
      assert.equal((await other.code()).trim(), designs[0].source.trim());
      await other.page.getByRole("heading", { name: "Why it works" }).waitFor();
      await other.open("sandbox/");
      assert.match(await other.try("db.things.findOne()"), /travelled/);

      // It is replaced on request; other files are rejected.
      await restore(file);
      await dialog.getByRole("checkbox", { name: (await person.bundle("reviews")).title }).check();
      await Promise.all([other.page.waitForEvent("load"), dialog.getByRole("button", { name: "Restore" }).click()]);
      await other.open("exercise/reviews/");
      assert.equal((await other.code()).trim(), "// mine");
      await restore({ name: "x.json", mimeType: "application/json", buffer: Buffer.from('{"a": 1}') });
      await other.page.getByText("This is not a file of saved work").waitFor();
      other.expectQuiet();
    } finally {
      await elsewhere.close();
    }
  },
};
