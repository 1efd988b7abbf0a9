/** Requests made before the database is ready are executed once it is. */
export const early = {
  name: "early",
  async run(person) {
    const { page } = person;
    let release = () => {};
    const held = new Promise((resolve) => (release = resolve));
    await page.route("**/engine/*.wasm", async (route) => {
      await held;
      await route.continue();
    });
    await page.goto(`${person.url}exercise/reviews/`);
    await page.locator(".cm-content").waitFor();
    await person.write('print("books", db.getSiblingDB("rows").books.countDocuments())');
    await page.getByRole("button", { name: "Run", exact: true }).click();
    await page.locator(".task").getByText("Waiting for the database").waitFor();
    release();
    await person.ready();
    await person.says(/books 400/);
  },
};
