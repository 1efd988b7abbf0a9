// The program converts documents where that is simpler, `$merge` copies the others; each message is a document.
// wins: When documents must be looked at one by one, and the repair may run for hours beside others.

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
  for (const { name } of db.orders.getIndexes()) if (name !== "_id_") db.orders.dropIndex(name);
  db.orders.createIndex({ customer: 1, placed: -1 });
  db.orders.createIndex({ status: 1, placed: 1 });
  db.orders.createIndex({ "items.sku": 1 });
  db.orders.createIndex({ number: 1 }, { unique: true });
}

function numberOf(phone) {
  if (typeof phone !== "string") return phone;
  const digits = phone.replace(/^\+/, "").replace(/[ \-/()]/g, "");
  return /^\d+$/.test(digits) ? Number(digits) : null;
}

function repairPhones(db) {
  for (const { _id, phone } of db.contacts.find({ phone: { $exists: true } }, { phone: 1 }).toArray()) {
    const number = numberOf(phone);
    if (number === null) db.contacts.updateOne({ _id }, { $rename: { phone: "phone_text" } });
    // Some fit into 32 bits and others do not; as doubles they are all of one type.
    else db.contacts.updateOne({ _id }, { $set: { phone: new Double(number) } });
  }
  db.contacts.createIndex({ phone: 1 });
}

function phonesBetween(db, low, high) {
  return db.contacts.find({ phone: { $gte: low, $lte: high } }, { _id: 1 }).map(({ _id }) => _id).toArray();
}

function unparsable(db) {
  return db.contacts.find({ phone_text: { $exists: true } }).toArray().map(({ _id, phone_text }) => ({ _id, phone: phone_text }));
}

function splitThings(db) {
  const kinds = { users: { email: { $exists: true } }, products: { email: { $exists: false } } };
  for (const [name, filter] of Object.entries(kinds)) {
    db.things.aggregate([{ $match: filter }, { $merge: { into: name } }]);
  }
  db.things.drop();
}

function slimReports(db) {
  for (const { _id, title, project } of db.reports.find({ "project.client": { $exists: true } }).toArray()) {
    const { client } = project;
    const { number, signed, annex } = client.contract;
    annex.scans.forEach(({ name, data }, n) => {
      const id = { report: _id, n };
      db.scans.replaceOne({ _id: id }, { _id: id, name, data }, { upsert: true });
    });
    const scans = annex.scans.map(({ name }) => name);
    const flat = { title, project: project.name, client: client.name, city: client.city, contract: number, signed, pages: annex.pages, scans };
    db.reports.replaceOne({ _id }, flat);
  }
}

function report(db, id) {
  return db.reports.findOne({ _id: id });
}

function scan(db, id, name) {
  const n = report(db, id)?.scans.indexOf(name) ?? -1;
  return n < 0 ? null : db.scans.findOne({ _id: { report: id, n } }).data;
}

const INBOX = "inbox_";

function gatherInboxes(db) {
  db.messages.createIndex({ user: 1, at: 1 });
  for (const name of db.getCollectionNames().filter((name) => name.startsWith(INBOX))) {
    const user = name.slice(INBOX.length);
    db.getCollection(name).aggregate([{ $set: { _id: { user, n: "$_id" }, user } }, { $merge: { into: "messages" } }]);
    db.getCollection(name).drop();
  }
}

function messages(db, user) {
  return db.messages.find({ user }, { _id: 0, at: 1, text: 1 }).sort({ at: 1 }).toArray();
}

// A customer's tickets lie together; where one has too many, the _id cuts between them.
function ticketKey() {
  return { customer: 1, _id: 1 };
}
