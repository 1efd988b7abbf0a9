// Money goes from one account to another, and the client may die between any two writes.

function setup(db, rows) {
  db.accounts.insertMany(rows.accounts);
}

// true, or false if nothing was moved
function transfer(db, src, dst, amt) {
  db.accounts.updateOne({ _id: src }, { $inc: { balance: -amt } });
  db.accounts.updateOne({ _id: dst }, { $inc: { balance: amt } });
  return true;
}

// completes or undoes what clients began more than thirty seconds ago
function cleanup(db) {}

// what the owner can spend
function balance(db, id) {
  return db.accounts.findOne({ _id: id }).balance;
}

// Run shows what the receiver can spend.
transfer(db, "anna.k", "zoë", 100);
balance(db, "zoë");
