// Stores each visit and counts when asked: nothing to create, and every read examines all visits of the page.
// wins: When each visit holds more than its page, such as its time.
// stars: none

function setup(db, rows) {
  db.pages.insertMany(rows.pages);
  db.log.createIndex({ page: 1 });
}

function visit(db, page) {
  db.log.insertOne({ page });
}

function visits(db, page) {
  return (db.pages.findOne({ _id: page })?.visits ?? 0) + db.log.countDocuments({ page });
}
