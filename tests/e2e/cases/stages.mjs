/** An aggregation stage by stage in the tab Plan. */
import assert from "node:assert/strict";

const CODE = `db.orders.drop();
db.orders.insertMany([{ _id: 1, items: ["pen", "ink"] }, { _id: 2, items: ["pen"] }, { _id: 3, items: [] }]);
db.orders.aggregate([{ $unwind: "$items" }, { $group: { _id: "$items", n: { $sum: 1 } } }, { $sort: { n: -1 } }, { $limit: 1 }]).toArray();
db.orders.deleteMany({});
db.orders.aggregate([{ $count: "n" }, { $frob: 1 }]).toArray();`;

export const stages = {
  name: "stages",
  async run(person) {
    await person.open("sandbox/");
    await person.try(CODE);
    await person.tab("Plan");
    const panel = person.page.locator("#results-panel");
    const choose = async (text) => {
      const options = await panel.locator("option").allInnerTexts();
      const at = options.findIndex((option) => option.includes(text));
      assert.ok(at >= 0, options.join("; "));
      await panel.getByLabel("Statement").selectOption({ index: at });
    };

    // The stages use the statement's data, not the current ones.
    await choose("line 3");
    await panel.getByRole("heading", { name: "Stage by stage" }).waitFor();
    const rows = panel.locator("ol.pipeline").last().locator(".stage");
    await rows.nth(4).waitFor();
    const text = await rows.allInnerTexts();
    assert.match(text[0], /test\.orders[\s\S]*3 documents/);
    assert.match(text[1], /\$unwind[\s\S]*3 in · 3 out/);
    assert.match(text[2], /\$group[\s\S]*3 in · 2 out/);
    assert.match(text[4], /\$limit[\s\S]*2 in · 1 out/);
    await rows.nth(1).locator("summary").first().click();
    await rows.nth(1).getByText("ink").first().waitFor();

    await choose("line 5");
    await panel.getByText("Unrecognized pipeline stage name").first().waitFor();
  },
};
