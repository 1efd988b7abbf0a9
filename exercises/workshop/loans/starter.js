// Clerks take the most urgent waiting request and decide on it later.

function setup(db, rows) {
  db.books.insertMany(rows.books);
  // TODO: store rows.requests, all of them waiting
}

function requestLoan(db, borrower, book, priority) {
  return true;
}

function nextRequest(db, clerk) {
  // { id, borrower, book, priority }
  return null;
}

function approve(db, id, clerk) {
  return false;
}

function refuse(db, id, clerk) {
  return false;
}

function expireStale(db) {}

// Run shows what a clerk gets.
requestLoan(db, "ann", 1, 3);
nextRequest(db, "clerk 1");
