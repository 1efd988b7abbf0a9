/** Pictures of the data: the schema diagram, growth as lines, shards as bars; each with a table. */
import assert from "node:assert/strict";

import { violations } from "../axe.mjs";

const DATA = `db.authors.insertMany([{ _id: "ada", name: "Ada" }, { _id: "bo", name: "Bo" }, { _id: "cy", name: "Cy" }]);
db.books.insertMany([
  { _id: 1, author: "ada", price: { amount: 5 }, lent: [{ user: 1 }] },
  { _id: 2, author: "bo", price: { amount: 7 }, lent: [] },
  { _id: 3, author: "cy", price: { amount: 7 }, lent: [{ user: 1 }, { user: 2 }] },
]);
db.books.createIndex({ author: 1 });`;

export const diagram = {
  name: "diagram",
  async run(person) {
    const { page } = person;
    await person.open("#/sandbox");
    await person.try(DATA);
    await person.tab("Documents");
    await page.getByRole("button", { name: "Diagram" }).click();
    const picture = page.getByRole("img", { name: /books \(3 documents .* books\.author holds ids of authors/ });
    await picture.waitFor();
    const words = await picture.locator("text").allTextContents();
    for (const word of ["authors", "books", "lent", "[1…2]", "user", "amount", "int"])
      assert.ok(words.includes(word), `${word} is not among ${words}`);
    assert.ok(
      words.some((word) => word.startsWith("{ author: 1 }")),
      "the index is not there",
    );
    assert.equal(await picture.locator(".link-line").count(), 1);
    await page.getByText("The same as a table").click();
    await page.getByRole("row", { name: "books.author string authors" }).waitFor();
    await page.getByRole("row", { name: "books.lent.user int" }).waitFor();
    assert.deepEqual(await violations(page), []);

    // It follows the data.
    await person.try("db.loans.insertOne({ book: 1 })");
    await person.tab("Documents");
    await page.getByRole("button", { name: "Diagram" }).click();
    await page.getByRole("img", { name: /loans\.book holds ids of books/ }).waitFor();
  },
};

export const growthLines = {
  name: "growth-lines",
  async run(person) {
    const { page } = person;
    await person.open("#/");
    await page.evaluate(() =>
      localStorage.setItem("schema-dojo/progress", JSON.stringify({ "college-joins": { tries: 3 } })),
    );
    await page.goto(`${person.url}#/compare/college-joins`);
    await page.reload();
    const designs = (await person.bundle("college-joins")).designs;
    await page.getByRole("table", { name: "Cost of the same calls on each design" }).waitFor();
    await page.getByRole("button", { name: "Growth" }).click();
    const lines = page.getByRole("img", { name: /^Model time, ms at ×1, ×3, ×10/ });
    await lines.waitFor();
    assert.ok((await lines.locator("polyline").count()) > 1);
    await page.locator(".growth select").selectOption("Bytes written");
    await page.getByRole("img", { name: /^Bytes written at/ }).waitFor();
    await page.getByText("on a logarithmic scale").waitFor();
    const table = page.getByRole("region", { name: "Bytes written at each size" });
    assert.ok((await table.getByRole("row").count()) > 2);

    // Each accepted design has its diagram, drawn when it is opened.
    assert.equal(await page.locator(".when svg.schema").count(), 0);
    await page.getByText("Diagram of its documents").first().click();
    await page.locator(".when svg.schema").first().waitFor();
    assert.equal(await page.getByText("Diagram of its documents").count(), designs.length);
    await page.evaluate(() => scrollTo(0, 0));
    assert.deepEqual(await violations(page), []);
  },
};

export const shardBars = {
  name: "shard-bars",
  async run(person) {
    const { page } = person;
    await person.open("#/exercise/image-shard-key");
    const { designs } = await person.bundle("image-shard-key");
    // The checks shard the collection; a run does it in its script.
    const uploads = `sh.enableSharding("test");
sh.shardCollection("test.images", { image_id: 1 });
for (let i = 0; i < 600; i++) db.images.insertOne({ image_id: "2012-10-" + ((i * 37) % 1000), hash: i });`;
    await person.write(`${designs[0].source}\n${uploads}`);
    await person.run();
    await person.tab("Shards");
    const images = page.getByRole("region", { name: "Shards of images" });
    await images.waitFor();
    for (const name of ["Chunks", "Documents", "Writes of the last run"])
      await images.getByRole("columnheader", { name }).waitFor();
    assert.equal(await images.getByRole("row").count(), 5, "four shards");
    assert.ok(
      (await images.getByRole("cell").allInnerTexts()).some((text) => Number(text) > 0),
      "no shard has a chunk",
    );
    assert.deepEqual(await violations(page), []);
    // One server has no shards.
    await person.open("#/exercise/reviews");
    assert.equal(await page.getByRole("tab", { name: "Shards" }).count(), 0);
  },
};

export const stateDiagram = {
  name: "state-diagram",
  async run(person) {
    const { page } = person;
    const { states } = await person.bundle("loans");
    assert.ok(states.length > 2);
    for (const width of [1280, 390]) {
      await page.setViewportSize({ width, height: 800 });
      await person.open("exercise/loans/");
      await person.pane("Task");
      const picture = page.getByRole("img", {
        name: new RegExp(`^Diagram of \\d states: ${states[0].from} to ${states[0].to} by ${states[0].by};`),
      });
      await picture.waitFor();
      assert.equal(
        await picture.locator(".arrow").count(),
        new Set(states.map(({ from, to }) => `${from} ${to}`)).size,
      );
      for (const { by } of states) assert.ok((await picture.locator("text").allTextContents()).includes(by), by);
      await page.getByText("As a list").click();
      await page.getByText(`From ${states[0].from} to ${states[0].to}: ${states[0].by}`).waitFor();
      assert.deepEqual(await violations(page), []);
    }
  },
};
