// fails: history
// says: returned 0, promised 1
// Keeps all counters in one document, a field for each page: a dot in a page begins a field inside a field.

function setup(db, rows) {
  db.pages.insertOne({ _id: "all", visits: Object.fromEntries(rows.pages.map(({ _id, visits }) => [_id, visits])) });
}

function visit(db, page) {
  db.pages.updateOne({ _id: "all" }, { $inc: { [`visits.${page}`]: 1 } });
}

function visits(db, page) {
  return db.pages.findOne({ _id: "all" }).visits[page] ?? 0;
}
