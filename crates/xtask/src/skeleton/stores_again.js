// Takes the page out and stores it again with one more: a visit in between is lost, and a crash loses the page.
// fails: rivals
// says: With another client
// from: one-step.js

function hit(db, page) {
  const before = hits(db, page);
  db.pages.deleteOne({ _id: page });
  db.pages.insertOne({ _id: page, hits: before + 1 });
}
