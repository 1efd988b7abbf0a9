/** The designs of an exercise side by side: locked, then measured at both sizes, under other constants. */
import assert from "node:assert/strict";

import { violations } from "../axe.mjs";

const ID = "college-joins";

export const compare = {
  name: "compare",
  async run(person) {
    const { page } = person;
    await person.open(`compare/${ID}/`);
    await page.getByText("Opens when your design passes, or after three different tries.").waitFor();

    await page.evaluate(
      (id) => localStorage.setItem("schema-dojo/progress", JSON.stringify({ [id]: { tries: 3 } })),
      ID,
    );
    await page.reload();
    const { designs } = await person.bundle(ID);
    const table = page.getByRole("table", { name: /same calls|ten times the data/ });
    const heads = table.locator("thead th");
    await table.waitFor();
    for (const { name, rationale } of designs) {
      assert.ok((await heads.allInnerTexts()).includes(name), name);
      await page.getByText(rationale).waitFor();
    }
    const trips = await row(table, "Round trips");
    assert.ok(new Set(trips).size > 1, "all designs take as many trips");

    // Ten times the data, and the growth of the costs.
    await page.getByRole("button", { name: "×10", exact: true }).click();
    await table.waitFor();
    await page.getByRole("button", { name: "Growth" }).click();
    await page.getByRole("table", { name: /ten times the data/ }).waitFor();
    assert.match((await row(table, "Round trips")).join(), /×\d/);
    await page.getByRole("button", { name: "×1", exact: false }).first().click();

    // Slow links, little memory and another disk add time; the table lists the assumptions.
    const parts = page.getByRole("region", { name: "Parts of the model time" });
    const names = async () => (await parts.locator("thead th").allInnerTexts()).map((name) => name.trim());
    const part = async (name) => {
      const at = (await names()).indexOf(name) - 1;
      return parts.locator("tbody tr").first().locator("td:not(.time-bar)").nth(at).innerText();
    };
    const [network, disk] = ["Bytes on the network", "Disk reads"];
    assert.ok(!(await names()).includes(disk), "all data is in memory");
    const moved = await part(network);
    await page.getByRole("slider", { name: "Bandwidth" }).fill("0");
    assert.ok(number(await part(network)) > number(moved), `${moved} at 1 Gbit/s, ${await part(network)} at 1 Mbit/s`);
    await page.getByRole("slider", { name: "Data in memory" }).fill("50");
    const solid = await part(disk);
    await page.getByLabel("Disk").selectOption("Hard disk");
    assert.ok(number(await part(disk)) > number(solid), `${solid} from an SSD, ${await part(disk)} from a hard disk`);
    await page.getByText("What does this assume?").click();
    await page.getByRole("row", { name: /^Hard disk \(chosen\)/ }).waitFor();
    await page.getByRole("row", { name: /^A document examined 1 µs/ }).waitFor();
    await page.getByRole("button", { name: "As measured" }).click();

    // Without network delay only the operations count; the mix decides which design is faster.
    const before = await row(table, "Model time");
    await page.getByRole("slider", { name: "Delay each way" }).fill("20");
    const slow = await row(table, "Model time");
    assert.ok(
      slow.every((value, at) => number(value) > number(before[at])),
      `${before} then ${slow}`,
    );
    const mix = page.getByRole("slider", { name: "Reads for each write" });
    await mix.fill("30");
    const reading = await page.locator(".winner").innerText();
    await mix.fill("-20");
    assert.notEqual(await page.locator(".winner").innerText(), reading);
    await page.getByRole("button", { name: "As measured" }).click();
    assert.deepEqual(await row(table, "Model time"), before);
    // At the top, where the sticky bar covers nothing.
    await page.evaluate(() => scrollTo(0, 0));
    assert.deepEqual(await violations(page), []);

    // A track's page links here, too.
    await page.goto(`${person.url}track/foundations/`);
    await page.getByRole("link", { name: /^Compare its/ }).click();
    await page.getByRole("heading", { name: "The designs side by side" }).waitFor();
  },
};

async function row(table, meter) {
  return table.locator("tbody tr", { hasText: meter }).locator("td").allInnerTexts();
}

const number = (text) => Number(text.replaceAll(",", "").replace(" ms", ""));
