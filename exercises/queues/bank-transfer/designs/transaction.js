// A multi-document transaction over two accounts: all or nothing, and one that takes too long is aborted by the server.
// wins: When all the documents lie in one database: two writes and a commit, and nothing to clean up.

function setup(db, rows) {
  db.accounts.insertMany(rows.accounts);
}

function transfer(db, src, dst, amt) {
  if (src === dst || !(amt > 0)) return false;
  const session = db.getMongo().startSession();
  const accounts = session.getDatabase(db.getName()).accounts;
  let moved = false;
  try {
    session.withTransaction(() => {
      const taken = accounts.updateOne({ _id: src, balance: { $gte: amt } }, { $inc: { balance: -amt } });
      moved = taken.modifiedCount === 1 && accounts.updateOne({ _id: dst }, { $inc: { balance: amt } }).modifiedCount === 1;
      if (!moved) session.abortTransaction();
    });
    return moved;
  } finally {
    session.endSession();
  }
}

function cleanup(db) {
  // The server ends the transactions of dead clients by itself.
}

function balance(db, id) {
  return db.accounts.findOne({ _id: id })?.balance ?? 0;
}
