/** Printing shows the whole code, not only the part visible in the editor. */
import assert from "node:assert/strict";

export const paper = {
  name: "paper",
  async run(person) {
    const { page } = person;
    await person.open("exercise/reviews/");
    const lines = 120;
    await person.write(Array.from({ length: lines }, (_, at) => `// line ${at + 1}`).join("\n"));
    await page.emulateMedia({ media: "print" });
    await page.evaluate(() => dispatchEvent(new Event("beforeprint")));
    await page.waitForFunction(
      (lines) => document.querySelector(".editor-host").shadowRoot.querySelectorAll(".cm-line").length === lines,
      lines,
    );
    const height = await page.locator(".editor").evaluate((element) => element.getBoundingClientRect().height);
    assert.ok(height > lines * 15, `the code is cut after ${height} px`);
    assert.ok(await page.locator(".toolbar").isHidden());
  },
};
