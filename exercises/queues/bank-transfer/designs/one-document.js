// All balances in one document: a transfer is one guarded write, and everybody queues for it.
// wins: When there are few accounts, and transfers are rare enough to queue at one document.

// Account names may hold dots and dollars; keys may not.
const key = (name) => `balances.${encodeURIComponent(name).replaceAll(".", "%2E")}`;

function setup(db, rows) {
  const balances = Object.fromEntries(rows.accounts.map(({ _id, balance }) => [key(_id).slice("balances.".length), balance]));
  db.bank.insertOne({ _id: "bank", balances });
}

function transfer(db, src, dst, amt) {
  if (src === dst || !(amt > 0)) return false;
  const result = db.bank.updateOne(
    { _id: "bank", [key(src)]: { $gte: amt }, [key(dst)]: { $exists: true } },
    { $inc: { [key(src)]: -amt, [key(dst)]: amt } },
  );
  return result.modifiedCount === 1;
}

function cleanup(db) {
  // A transfer is one write, so nothing is ever half done.
}

function balance(db, id) {
  return db.bank.findOne({ _id: "bank" }).balances[key(id).slice("balances.".length)] ?? 0;
}
