/** A script of thousands of lines: the editor shows it without an error in the console. */
import assert from "node:assert/strict";

/** Lines of a long script, each wide enough to wrap in a narrow editor. */
const LONG = Array.from(
  { length: 3_000 },
  (_, at) => `db.books.insertOne({ _id: ${at}, title: "The book with the number ${at}", pages: ${at % 900} });`,
).join("\n");

export const longScript = {
  name: "long-script",
  async run(person) {
    const { page } = person;
    const warnings = [];
    page.on("console", (message) => {
      if (message.type() === "warning") warnings.push(message.text());
    });
    await person.open("sandbox/");
    await person.write(LONG);
    for (const place of ["Control+Home", "Control+End", "PageUp"]) {
      await page.keyboard.press(place);
      await page.keyboard.type(
        "const a = 1; // and more than fits into one line of the editor, so that it is wrapped",
        { delay: 5 },
      );
      await page.keyboard.press("Enter");
    }
    for (let at = 0; at < 20; at += 1) await page.keyboard.press("PageUp");
    await page.waitForTimeout(300);
    assert.deepEqual(warnings, []);

    // Typing over several lines; the page's policy allows no style attributes.
    await page.keyboard.press("Control+Home");
    for (let at = 0; at < 3; at += 1) await page.keyboard.press("Shift+ArrowDown");
    await page.keyboard.type("x");
    assert.match(await person.code(), /^x/);
  },
};
