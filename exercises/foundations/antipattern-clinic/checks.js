// Ward by ward: no data is lost, and the meter of the complaint is within its limit.
// No model: each repair runs once, alone, on a ward of its own; there is no history of calls to play.

const show = (value) => JSON.stringify(value);
const DIGITS = /^\d+$/;

// A world that several checks begin with: the wards do not touch each other, and filling them takes longer than a check.
const WORLD = { seed: 1022, scale: 0.27 };
const OTHER = { seed: 1021, scale: 0.1 };

// What a phone is as a number, or null.
function numberOf(phone) {
  if (typeof phone === "number") return phone;
  const digits = phone.replace(/^\+/, "").replace(/[ \-/()]/g, "");
  return DIGITS.test(digits) ? Number(digits) : null;
}

const typesOf = (w) =>
  w.db.contacts
    .aggregate([{ $match: { phone: { $exists: true } } }, { $group: { _id: { $type: "$phone" } } }, { $sort: { _id: 1 } }])
    .toArray()
    .map(({ _id }) => _id);

must("admission", "Everything is stored as it came.", (t) => {
  const w = t.fresh({ seed: 1011, scale: 0.05 });
  for (const name of ["orders", "contacts", "things", "reports", "tickets"]) {
    t.expect.sameSet(w.db.getCollection(name).find().toArray(), w.rows[name], `\`${name}\` after setup`);
  }
  for (const { user, messages } of w.rows.inboxes) {
    t.expect.sameSet(w.db.getCollection(`inbox_${user}`).find().toArray(), messages, `the collection inbox_${user} after setup`);
  }
});

// Runs the log; what each query examined and returned.
function runLog(w) {
  const since = Number(w.db.adminCommand({ dojoProfile: 1, since: Number.MAX_SAFE_INTEGER }).seq);
  const found = w.rows.log.map(({ filter, sort, limit }) => {
    const cursor = w.db.orders.find(filter).batchSize(100_000);
    if (sort) cursor.sort(sort);
    if (limit) cursor.limit(limit);
    return cursor.toArray().length;
  });
  const { entries } = w.db.adminCommand({ dojoProfile: 1, since });
  return entries.filter((entry) => entry.op === "query").map((entry, i) => ({ examined: Number(entry.docsExamined), found: found[i] }));
}

must("a-queries", "Ward A: each query examines at most twice the documents that it returns.", (t) => {
  for (const world of [OTHER, WORLD]) {
    const w = t.fresh(world);
    w.call("tuneIndexes", w.rows.log);
    t.expect.equal(w.db.orders.countDocuments(), w.rows.orders.length, "the number of orders after tuneIndexes");
    runLog(w).forEach(({ examined, found }, i) => {
      t.expect.that(examined <= 2 * found, `the query ${show(w.rows.log[i])} examined ${amountOf(examined, "document")} and returned ${found}`);
    });
  }
});

must("a-unused", "Ward A: every index is used by some query of the log.", (t) => {
  const w = t.fresh(WORLD);
  w.call("tuneIndexes", w.rows.log);
  // Queries of the tuning itself do not count as use.
  const usage = () => new Map(w.db.orders.aggregate([{ $indexStats: {} }]).toArray().map((index) => [index.name, Number(index.accesses.ops)]));
  const before = usage();
  runLog(w);
  const after = usage();
  const idle = [...after.keys()].filter((name) => name !== "_id_" && after.get(name) === before.get(name));
  t.expect.that(idle.length === 0, `200 queries did not use ${idle.length} of ${amountOf(after.size, "index", "indexes")}: ${idle.join(", ")}`);
});

must("b-type", "Ward B: all phones have one BSON type.", (t) => {
  const w = t.fresh(WORLD);
  w.call("repairPhones");
  const types = typesOf(w);
  t.expect.that(types.length <= 1, `after repairPhones the field phone has the types ${types.join(", ")}`);
  t.expect.sameSet(
    w.db.contacts.find({}, { name: 1 }).toArray(),
    w.rows.contacts.map(({ _id, name }) => ({ _id, name })),
    "the names in `contacts` after repairPhones",
  );
});

must("b-range", "Ward B: a range of numbers is complete.", (t) => {
  const w = t.fresh(WORLD);
  w.call("repairPhones");
  const numbers = w.rows.contacts
    .filter(({ phone }) => phone !== undefined && numberOf(phone) !== null)
    .map(({ _id, phone }) => ({ _id, number: numberOf(phone) }));
  const random = t.random(31);
  const some = () => random.pick(numbers).number;
  const ranges = [[0, 999_999_999_999], [2_000_000, 30_000_000], [1_000_000, 490_050_000_000], [5, 4], [0, 5]];
  for (let i = 0; i < 20; i++) ranges.push([some(), some()].sort((a, b) => a - b));
  for (const [low, high] of ranges) {
    const expected = numbers.filter(({ number }) => number >= low && number <= high).map(({ _id }) => _id);
    t.expect.sameSet(w.call("phonesBetween", low, high), expected, `phonesBetween(db, ${low}, ${high})`);
  }
}, { after: ["b-type"] });

must("b-unparsable", "Ward B: phones that are not numbers are kept as they were written.", (t) => {
  const w = t.fresh(WORLD);
  w.call("repairPhones");
  const expected = w.rows.contacts.filter(({ phone }) => phone !== undefined && numberOf(phone) === null).map(({ _id, phone }) => ({ _id, phone }));
  const found = w.call("unparsable");
  t.expect.that(Array.isArray(found), `unparsable returned ${show(found)}`);
  t.expect.sameSet(found.map(({ _id, phone }) => ({ _id, phone })), expected, "the phones that are no number");
}, { after: ["admission", "b-type", "b-range"] });

function checkSplit(t, w, when) {
  const users = w.rows.things.filter((thing) => "email" in thing);
  t.expect.sameSet(w.db.users.find().toArray(), users, `\`users\` ${when}`);
  t.expect.sameSet(w.db.products.find().toArray(), w.rows.things.filter((thing) => !users.includes(thing)), `\`products\` ${when}`);
  const left = w.db.things.countDocuments();
  t.expect.that(left === 0, `${when} ${amountOf(left, "document is", "documents are")} in \`things\``);
}

must("c-split", "Ward C: users and products are apart, and all of them are there, even if the repair died once.", (t) => {
  const w = t.fresh(WORLD);
  w.call("splitThings");
  checkSplit(t, w, "after splitThings");
  const small = t.fresh({ seed: 1042, scale: 0.01 });
  small.crash(
    (world) => world.call("splitThings"),
    (world) => world.call("splitThings"),
    (world) => checkSplit(t, world, "after splitThings died and ran again"),
    { outside: {} },
  );
});

function levels(value) {
  if (value === null || typeof value !== "object" || value instanceof Date || value._bsontype) return 0;
  const deepest = Math.max(0, ...Object.values(value).map(levels));
  return Array.isArray(value) ? deepest : deepest + 1;
}

function hasBinary(value) {
  if (value === null || typeof value !== "object" || value instanceof Date) return false;
  return value._bsontype === "Binary" || (!value._bsontype && Object.values(value).some(hasBinary));
}

function sameBytes(found, expected) {
  if (found?._bsontype !== "Binary" || found.length() !== expected.length) return false;
  const bytes = found.buffer;
  for (let i = 0; i < expected.length; i++) if (bytes[i] !== expected[i]) return false;
  return true;
}

function checkReports(t, w, when) {
  for (const { _id, title, project } of w.rows.reports) {
    const { client } = project;
    const { number, signed, annex } = client.contract;
    const scans = annex.scans.map(({ name }) => name);
    const expected = { _id, title, project: project.name, client: client.name, city: client.city, contract: number, signed, pages: annex.pages, scans };
    t.expect.equal(w.call("report", _id), expected, `report(db, ${show(_id)}) ${when}`);
    for (const name of new Set(scans)) {
      const found = w.call("scan", _id, name);
      const bytes = annex.scans.find((scan) => scan.name === name).data.buffer;
      t.expect.that(sameBytes(found, bytes), `scan(db, ${show(_id)}, ${show(name)}) ${when} did not return the ${bytes.length} bytes of that scan`);
    }
    const none = w.call("scan", _id, "no such scan");
    t.expect.that(none === null || none === undefined, `scan(db, ${show(_id)}, "no such scan") returned something`);
  }
  const nobody = w.call("report", "nobody");
  t.expect.that(nobody === null || nobody === undefined, `report(db, "nobody") returned ${show(nobody)}`);
}

must("d-size", "Ward D: no document above 100 KB; reports have three levels and no binary data.", (t) => {
  const w = t.fresh(WORLD);
  w.call("slimReports");
  const largest = w.storage().collections.reduce((a, b) => (b.maxObjSize > a.maxObjSize ? b : a));
  t.expect.that(
    largest.maxObjSize <= 100_000,
    `the largest document is in \`${largest.name}\` and has ${Math.round(largest.maxObjSize / 1000)} KB`,
  );
  const found = w.db.reports.find().toArray();
  t.expect.sameSet(found.map(({ _id }) => _id), w.rows.reports.map(({ _id }) => _id), "the _ids in `reports`");
  for (const document of found) {
    t.expect.that(levels(document) <= 3, `the report ${show(document._id)} has ${amountOf(levels(document), "level")}`);
    t.expect.that(!hasBinary(document), `the report ${show(document._id)} still has binary data inside`);
  }
});

must("d-content", "Ward D: reports and scans are what they were, even if the repair died once.", (t) => {
  const w = t.fresh(WORLD);
  w.call("slimReports");
  checkReports(t, w, "after slimReports");
  const small = t.fresh({ seed: 1053, scale: 0.05 });
  small.crash(
    (world) => world.call("slimReports"),
    (world) => world.call("slimReports"),
    (world) => checkReports(t, world, "after slimReports died and ran again"),
    { outside: {} },
  );
});

function checkInboxes(t, w, when) {
  const left = w.db.getCollectionNames().filter((name) => name.startsWith("inbox_"));
  t.expect.that(left.length === 0, `${when} ${amountOf(left.length, "collection is", "collections are")} there, such as ${left[0]}`);
  for (const { user, messages } of w.rows.inboxes) {
    const expected = messages.map(({ at, text }) => ({ at, text })).sort((a, b) => a.at - b.at);
    t.expect.ordered(w.call("messages", user), expected, `messages(db, ${show(user)}) ${when}`);
  }
  t.expect.equal(w.call("messages", "nobody"), [], `messages(db, "nobody") ${when}`);
}

must("e-gather", "Ward E: one collection holds the messages of all users, even if the repair died once.", (t) => {
  const w = t.fresh(WORLD);
  w.call("gatherInboxes");
  checkInboxes(t, w, "after gatherInboxes");
  w.withoutIndexes((world) => checkInboxes(t, world, "after gatherInboxes"));
  const fewer = t.fresh({ seed: 1062, scale: 0.05 });
  fewer.call("gatherInboxes");
  const [few, many] = [fewer, w].map((world) => world.storage().collections.length);
  t.expect.that(few === many, `with 20 users there are ${amountOf(few, "collection")}, with 108 users ${many}`);
  const small = t.fresh({ seed: 1063, scale: 0.005 });
  small.crash(
    (world) => world.call("gatherInboxes"),
    (world) => world.call("gatherInboxes"),
    (world) => checkInboxes(t, world, "after gatherInboxes died and ran again"),
    { outside: {} },
  );
});

must("e-index", "Ward E: a user's messages are found without looking at anybody else's.", (t) => {
  const w = t.fresh(WORLD);
  w.call("gatherInboxes");
  for (const { user, messages } of w.rows.inboxes.slice(0, 10)) {
    const meters = w.cost(() => w.call("messages", user));
    t.expect.that(
      meters.docsExamined <= messages.length,
      `messages(db, ${show(user)}) examined ${amountOf(meters.docsExamined, "document")} and returned ${messages.length}`,
    );
  }
});

must("f-chunks", "Ward F: on four shards, no chunk of `tickets` has more documents than it may.", (t) => {
  const chunkLimit = 20;
  const w = t.cluster({ seed: 1071, scale: 0.1, shards: 4, chunkLimit });
  const key = w.call("ticketKey");
  t.expect.that(key !== null && typeof key === "object" && !Array.isArray(key), `ticketKey returned ${show(key)}, not a document such as { status: 1 }`);
  try {
    w.db.tickets.createIndex(key);
    w.sh.shardCollection("test.tickets", key);
  } catch (error) {
    t.fail(`sharding \`tickets\` by ${show(key)} was refused: ${error.message}`);
  }
  const chunks = w.cluster.chunks("tickets");
  const largest = chunks.reduce((a, b) => (b.documents > a.documents ? b : a));
  t.expect.that(
    largest.documents <= chunkLimit,
    `sharded by ${show(key)}, ${amountOf(w.rows.tickets.length, "ticket")} make ${amountOf(chunks.length, "chunk")} of ${chunkLimit} or fewer where they can be cut; the largest has ${largest.documents} and could not be cut`,
  );
});

star("a-writes", "Ward A: an order of three items that is not open writes at most six index entries.", (t) => {
  const w = t.fresh(WORLD);
  w.call("tuneIndexes", w.rows.log);
  const since = Number(w.db.adminCommand({ dojoProfile: 1, since: Number.MAX_SAFE_INTEGER }).seq);
  w.db.orders.insertOne({ ...w.rows.orders[0], _id: 900_000, number: "N-new", status: "sent", items: ["x", "y", "z"].map((sku) => ({ sku, qty: sku.length })) });
  const { entries } = w.db.adminCommand({ dojoProfile: 1, since });
  const written = Number(entries.find((entry) => entry.op === "insert").keysInserted);
  t.expect.that(written <= 6, `inserting a sent order with three items wrote ${amountOf(written, "index entry", "index entries")}`);
});

measure((w) => {
  w.call("tuneIndexes", w.rows.log);
  w.call("repairPhones");
  w.call("splitThings");
  w.call("slimReports");
  w.call("gatherInboxes");
  for (const { user } of w.rows.inboxes.slice(0, 10)) w.call("messages", user);
  for (const { _id } of w.rows.reports.slice(0, 3)) w.call("report", _id);
  w.call("phonesBetween", 2_000_000, 3_000_000);
}, { scale: 0.1 });
