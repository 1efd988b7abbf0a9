// Six wards. `setup` loads them; don't change it, except to print rows.log if you want to see the query log.

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

// Ward A: at most two documents examined for each that is returned, and no unused index
function tuneIndexes(db, log) {}

// Ward B: one type for all phones
function repairPhones(db) {}

function phonesBetween(db, low, high) {
  return db.contacts.find({ phone: { $gte: low, $lte: high } }, { _id: 1 }).map(({ _id }) => _id).toArray();
}

// [{ _id, phone }]
function unparsable(db) {
  return [];
}

// Ward C: users and products
function splitThings(db) {}

// Ward D: at most 100 KB and three levels, scans apart
function slimReports(db) {}

// { _id, title, project, client, city, contract, signed, pages, scans: [name] }, or null
function report(db, id) {
  return null;
}

// the data of a scan, or null
function scan(db, id, name) {
  return null;
}

// Ward E: one collection for all users
function gatherInboxes(db) {}

// [{ at, text }]
function messages(db, user) {
  return db.getCollection(`inbox_${user}`).find({}, { _id: 0 }).sort({ at: 1 }).toArray();
}

// Ward F: a shard key for `tickets` with which no chunk has more than 250 of them
function ticketKey() {
  return { status: 1 };
}

// Run shows what one user's inbox holds today.
messages(db, "user0");
