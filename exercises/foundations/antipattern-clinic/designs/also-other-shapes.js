// Phones become documents with a number or a text, split and gathered documents keep their names, scans stay in an array apart.

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

// Every phone is a document: { n } for a number, { text } for what is none.
function repairPhones(db) {
  for (const { _id, phone } of db.contacts.find({ phone: { $exists: true, $not: { $type: "object" } } }).toArray()) {
    const digits = String(phone).replace(/^\+/, "").replace(/[ \-/()]/g, "");
    const repaired = typeof phone === "number" ? { n: phone } : /^\d+$/.test(digits) ? { n: Number(digits) } : { text: phone };
    db.contacts.updateOne({ _id, phone }, { $set: { phone: repaired } });
  }
}

function phonesBetween(db, low, high) {
  return db.contacts.find({ "phone.n": { $gte: low, $lte: high } }, { _id: 1 }).map(({ _id }) => _id).toArray();
}

function unparsable(db) {
  return db.contacts.find({ "phone.text": { $exists: true } }).map(({ _id, phone }) => ({ _id, phone: phone.text })).toArray();
}

function splitThings(db) {
  const users = { email: { $exists: true } };
  db.things.aggregate([{ $match: users }, { $merge: { into: "users" } }]);
  db.things.aggregate([{ $match: { email: { $exists: false } } }, { $merge: { into: "products" } }]);
  db.things.drop();
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

// Messages stand one by one under an _id of user and number: an index of its own is not needed.
function gatherInboxes(db) {
  for (const name of db.getCollectionNames().filter((name) => name.startsWith("inbox_"))) {
    const user = name.slice("inbox_".length);
    db.getCollection(name).aggregate([
      { $project: { _id: { user: { $literal: user }, at: "$at", n: "$_id" }, text: 1 } },
      { $merge: { into: "all_messages" } },
    ]);
    db.getCollection(name).drop();
  }
}

function messages(db, user) {
  const range = { $gte: { user, at: MinKey() }, $lte: { user, at: MaxKey() } };
  return db.all_messages.find({ _id: range }).sort({ _id: 1 }).map(({ _id, text }) => ({ at: _id.at, text })).toArray();
}

// The status stays first, for queries by status; the fields after it let every chunk be split.
function ticketKey() {
  return { status: 1, number: 1 };
}
