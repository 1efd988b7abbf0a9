/** A link passes code to another person, whose own code is kept. */
import assert from "node:assert/strict";

export const share = {
  name: "share",
  async run(person, { context }) {
    await person.open("sandbox/");
    await person.write('print("from a link");');
    await person.page.getByRole("button", { name: "Share", exact: true }).click();
    const field = person.page.locator("dialog input, dialog textarea").first();
    await field.waitFor();
    const link = await field.inputValue();
    assert.match(link, /#\/open\/[A-Za-z0-9_-]+$/);

    const other = await context.browser().newContext();
    try {
      const page = await other.newPage();
      await page.goto(link);
      await page.getByText("from a link").first().waitFor();
      await page.getByText(/came from a link/).waitFor();
      for (const bad of ["AAAA", link.split("/open/")[1].slice(0, -6), "x".repeat(5_000)]) {
        await page.goto(`${person.url}#/open/${bad}`);
        await page
          .getByText(/damaged|another version|too long/)
          .first()
          .waitFor();
        await page.goto("about:blank");
      }
    } finally {
      await other.close();
    }
  },
};
