// One update for each change. `setAvailable` shows the form; the others change nothing yet.

function setAvailable(db, id, available) {
  db.books.updateOne({ _id: id }, { $set: { available } });
}

function forgetLanguage(db, id) {}

function addPages(db, id, n) {}

function addSubjects(db, id, subjects) {}

function tagSubject(db, id, subject) {}

function dropLastReview(db, id) {}

function removeReviewsBy(db, id, user) {}

function removeSubjects(db, id, subjects) {}

function renamePasswords(db) {}

function markBook(db, id, mark) {}

// Given: stores the rows.
function setup(db, rows) {
  db.users.insertMany(rows.users);
  db.books.insertMany(rows.books);
}

// Run shows what this changes.
setAvailable(db, 1, false);
db.books.findOne({ _id: 1 });
