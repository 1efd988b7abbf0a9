/** Code and progress survive a reload and closing the tab. */
import assert from "node:assert/strict";

export const reload = {
  name: "reload",
  async run(person, { context }) {
    const code = '// mine: "Ωmega", 1 < 2\nprint("kept");\n';
    await person.open("exercise/reviews/");
    await person.write(code);
    await person.page.waitForTimeout(300);
    await person.page.reload();
    await person.ready();
    assert.equal((await person.code()).trim(), code.trim());
    await person.page.close({ runBeforeUnload: false });

    const page = await context.newPage();
    await page.goto(`${person.url}exercise/reviews/`);
    await page.locator(".cm-content").waitFor();
    await page.getByText("Ωmega").waitFor();
    await page.close();
  },
};
