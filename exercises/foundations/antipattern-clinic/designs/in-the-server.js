// The server does what it can in pipelines; open orders have a partial index, and a user has one document with all messages.
// wins: When there is much data and little time: nothing crosses the network.

function setup(db, rows) {
  const store = (name, documents) => db.getCollection(name).insertMany(documents);
  store("orders", rows.orders);
  for (const field of ["country", "total", "status", "customer", "items.qty"]) db.orders.createIndex({ [field]: 1 });
  store("contacts", rows.contacts);
  store("things", rows.things);
  store("reports", rows.reports);
  store("tickets", rows.tickets);
  for (const { user, messages } of rows.inboxes) store(`inbox_${user}`, messages);
}

function tuneIndexes(db, log) {
  db.orders.dropIndexes();
  db.orders.createIndex({ customer: 1, placed: 1 });
  db.orders.createIndex({ placed: 1 }, { partialFilterExpression: { status: "open" } });
  db.orders.createIndex({ "items.sku": 1 });
  db.orders.createIndex({ number: 1 });
}

// Twelve digits in a text compare as the numbers do.
function repairPhones(db) {
  const without = (input, find) => ({ $replaceAll: { input, find, replacement: "" } });
  const written = { $cond: [{ $isNumber: "$phone" }, { $toString: { $toLong: "$phone" } }, "$phone"] };
  const bare = { $cond: [{ $eq: [{ $substrCP: ["$$text", 0, 1] }, "+"] }, { $substrCP: ["$$text", 1, { $strLenCP: "$$text" }] }, "$$text"] };
  const digits = { $let: { vars: { text: written }, in: [" ", "-", "/", "(", ")"].reduce(without, bare) } };
  const significant = { $ltrim: { input: "$digits", chars: "0" } };
  const padded = { $concat: [{ $substrCP: ["000000000000", 0, { $subtract: [12, { $strLenCP: "$significant" }] }] }, "$significant"] };
  db.contacts.updateMany({ phone: { $exists: true } }, [
    { $set: { digits } },
    { $set: { significant, number: { $regexMatch: { input: "$digits", regex: /^[0-9]+$/ } } } },
    { $set: { unreadable: { $cond: ["$number", "$$REMOVE", "$phone"] }, phone: { $cond: ["$number", padded, "$$REMOVE"] } } },
    { $unset: ["digits", "significant", "number"] },
  ]);
}

function phonesBetween(db, low, high) {
  const [from, to] = [low, high].map((number) => String(number).padStart(12, "0"));
  return db.contacts.distinct("_id", { phone: { $gte: from, $lte: to } });
}

function unparsable(db) {
  return db.contacts.aggregate([{ $match: { unreadable: { $exists: true } } }, { $project: { phone: "$unreadable" } }]);
}

function splitThings(db) {
  for (const thing of db.things.find().toArray()) {
    const home = "email" in thing ? db.users : db.products;
    home.replaceOne({ _id: thing._id }, thing, { upsert: true });
    db.things.deleteOne({ _id: thing._id });
  }
}

function slimReports(db) {
  db.files.createIndex({ report: 1, name: 1, n: 1 });
  db.reports.aggregate([
    { $unwind: { path: "$project.client.contract.annex.scans", includeArrayIndex: "n" } },
    { $replaceWith: { $mergeObjects: [{ _id: { report: "$_id", n: "$n" }, report: "$_id", n: "$n" }, "$project.client.contract.annex.scans"] } },
    { $merge: { into: "files" } },
  ]);
  db.reports.updateMany({ "project.client": { $exists: true } }, { $unset: { "project.client.contract.annex.scans.$[].data": 1 } });
  db.reports.updateMany({ "project.client": { $exists: true } }, [
    { $set: { client: "$project.client", contract: "$project.client.contract", annex: "$project.client.contract.annex" } },
    { $unset: ["project.client", "client.contract", "contract.annex"] },
  ]);
}

function report(db, id) {
  const found = db.reports.findOne({ _id: id });
  if (!found) return null;
  const { _id, title, project, client, contract, annex } = found;
  const { pages, scans } = annex;
  return {
    _id,
    title,
    project: project.name,
    client: client.name,
    city: client.city,
    contract: contract.number,
    signed: contract.signed,
    pages,
    scans: scans.map(({ name }) => name),
  };
}

function scan(db, id, name) {
  return db.files.find({ report: id, name }).sort({ n: 1 }).limit(1).toArray()[0]?.data ?? null;
}

// One document for each user, with the messages inside: a mailbox is read whole, and here it is small.
function gatherInboxes(db) {
  for (const name of db.getCollectionNames().filter((name) => /^inbox_/.test(name))) {
    const messages = db.getCollection(name).find({}, { _id: 0 }).sort({ at: 1 }).toArray();
    db.mailboxes.replaceOne({ _id: name.replace(/^inbox_/, "") }, { messages }, { upsert: true });
    db.getCollection(name).drop();
  }
}

function messages(db, user) {
  return db.mailboxes.findOne({ _id: user })?.messages ?? [];
}

// A hash has as many values as there are documents; no query here asks for a range of numbers.
function ticketKey() {
  return { _id: "hashed" };
}
