/** The Sandbox becomes a cluster and a server again, with its data. */
import assert from "node:assert/strict";

const FILL = `db.people.drop();
db.people.insertMany(Array.from({ length: 1000 }, (_, i) => ({ _id: i, town: i % 10, n: Double(1) })));
db.people.createIndex({ town: 1, _id: 1 });`;
const SHARD = `sh.shardCollection("test.people", { town: 1, _id: 1 });
db.people.updateMany({ town: 3 }, { $inc: { n: 1 } });`;
const LOOK = 'print("look", db.people.countDocuments({ n: { $type: "double" } }), db.people.getIndexes().length);';

export const clustered = {
  name: "clustered",
  async run(person) {
    const { page } = person;
    await person.open("sandbox/");
    assert.match(await person.try(`${FILL}\n${LOOK}`), /look 1000 2/);
    assert.equal(await page.getByRole("tab", { name: "Shards" }).count(), 0);
    const cluster = page.getByLabel("Cluster");
    const choose = async (label) => {
      await cluster.selectOption(label);
      await person.idle();
    };
    await choose("3 shards");
    assert.match(await person.try(`${LOOK}\n${SHARD}`), /look 1000 2/);
    await person.tab("Shards");
    await page.locator("#results-panel svg").first().waitFor();
    await page.locator("#results-panel").getByText("people").first().waitFor();
    assert.match(
      await person.try(
        'print("chunks", db.getSiblingDB("config").chunks.countDocuments() > 2, db.adminCommand({ listShards: 1 }).shards.length)',
      ),
      /chunks true 3/,
    );

    // The setting and the sharded data are still present after a reload.
    await page.waitForTimeout(600);
    await page.reload();
    await person.ready();
    assert.equal(await cluster.inputValue(), "3");
    assert.match(
      await person.try(
        'print("sharded", db.getSiblingDB("config").collections.countDocuments(), db.people.countDocuments())',
      ),
      /sharded 1 1000/,
    );

    await person.tab("Shards");
    await choose("none");
    assert.equal(await page.getByRole("tab", { name: "Shards" }).count(), 0);
    assert.match(await person.try(LOOK), /look 1000 2/);
    await page.waitForTimeout(600);
    await page.reload();
    await person.ready();
    assert.match(await person.try(LOOK), /look 1000 2/);
  },
};
