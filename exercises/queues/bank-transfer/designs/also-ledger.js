// No balances: a transfer is one entry in a ledger, and each payer's entries are numbered, so nobody spends unseen.

function setup(db, rows) {
  db.accounts.insertMany(rows.accounts.map(({ _id, balance }) => ({ _id, opening: balance })));
  db.ledger.createIndex({ src: 1, n: 1 }, { unique: true });
  db.ledger.createIndex({ dst: 1 });
}

function transfer(db, src, dst, amt) {
  if (src === dst || !(amt > 0) || db.accounts.countDocuments({ _id: dst }) === 0) return false;
  for (;;) {
    // Reads the number first: a client that pays in between takes it, and then this one tries again.
    const n = db.ledger.countDocuments({ src }) + 1;
    if (balance(db, src) < amt) return false;
    try {
      db.ledger.insertOne({ src, n, dst, amt });
      return true;
    } catch (error) {
      if (error.code !== 11000) throw error;
    }
  }
}

function cleanup(db) {
  // An entry is there or not; nothing is ever half done.
}

function balance(db, id) {
  const account = db.accounts.findOne({ _id: id });
  if (!account) return 0;
  // Reads both sides at once, so that no reader sees half a transfer.
  const [sums] = db.ledger
    .aggregate([
      { $match: { $or: [{ src: id }, { dst: id }] } },
      { $group: { _id: null, sum: { $sum: { $cond: [{ $eq: ["$dst", { $literal: id }] }, "$amt", { $multiply: ["$amt", -1] }] } } } },
    ])
    .toArray();
  return account.opening + (sums?.sum ?? 0);
}
