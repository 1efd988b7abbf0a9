/** Everything works without a mouse. */
import assert from "node:assert/strict";

export const keyboard = {
  name: "keyboard",
  async run(person) {
    const { page } = person;
    // A link moves the focus to the heading of its target.
    await person.open();
    for (const href of ["track/workshop/", "exercise/reviews/"]) {
      await page.locator(`main a[href="${href}"]`).first().focus();
      await page.keyboard.press("Enter");
      await page.waitForURL(`**/${href}`);
    }
    await person.ready();
    await page.waitForFunction(() => document.activeElement?.matches("main h1"));
    const { designs } = await person.bundle("reviews");
    await page.locator(".cm-content").focus();
    await page.keyboard.press("Control+a");
    await page.keyboard.insertText(`${designs[0].source}\nprint("by key");\n`);
    await page.keyboard.press("Control+Enter");
    await page.locator("#results-panel").getByText("by key").waitFor();
    await person.idle();
    await page.keyboard.press("Control+Shift+Enter");
    await page.locator(".verdict.good").waitFor();

    // Escape, then Tab, leaves the editor.
    await page.locator(".cm-content").focus();
    await page.keyboard.press("Escape");
    await page.keyboard.press("Tab");
    const inEditor = () =>
      page.evaluate(() => document.activeElement?.shadowRoot?.activeElement?.classList.contains("cm-content") ?? false);
    assert.equal(await inEditor(), false);

    // Arrow keys move between tabs.
    await page.getByRole("tab", { name: "Output" }).focus();
    await page.keyboard.press("ArrowRight");
    assert.equal(await page.getByRole("tab", { name: /^Documents/ }).getAttribute("aria-selected"), "true");
    await page.keyboard.press("End");
    assert.equal(await page.getByRole("tab", { name: /^Plan/ }).getAttribute("aria-selected"), "true");
  },
};
