// No state field: a waiting request has a `turn` that sorts as text, one on a desk has a `desk`, an undecided one is `open`.

const WEEK = 7 * 24 * 3600 * 1000;

const turnOf = (priority, created) => `${9 - priority} ${created.toISOString()}`;
const openOf = (borrower, book) => `${book}/${borrower}`;

function stored({ borrower, book, priority, created }) {
  const turn = turnOf(priority, created);
  return { wish: { borrower, book, priority }, turn, place: turn, open: openOf(borrower, book) };
}

function setup(db, rows) {
  db.books.insertMany(rows.books);
  db.line.createIndex({ turn: 1 }, { sparse: true });
  db.line.createIndex({ open: 1 }, { unique: true, sparse: true });
  db.line.createIndex({ "desk.until": 1 }, { sparse: true });
  db.line.insertMany(rows.requests.map(stored));
}

function requestLoan(db, borrower, book, priority) {
  try {
    db.line.insertOne(stored({ borrower, book, priority, created: new Date() }));
    return true;
  } catch (error) {
    if (error.code === 11000) return false;
    throw error;
  }
}

function nextRequest(db, clerk) {
  const desk = { clerk, until: new Date(Date.now() + WEEK) };
  const taken = db.line.findAndModify({
    query: { turn: { $gt: "" } },
    sort: { turn: 1 },
    update: { $set: { desk }, $unset: { turn: 1 } },
  });
  return taken ? { id: taken._id.toHexString(), ...taken.wish } : null;
}

function decide(db, id, clerk, verdict) {
  const mine = { _id: ObjectId(id), "desk.clerk": clerk, "desk.until": { $gt: new Date() } };
  return db.line.updateOne(mine, { $set: { verdict }, $unset: { desk: 1, open: 1 } }).matchedCount === 1;
}

function approve(db, id, clerk) {
  return decide(db, id, clerk, "yes");
}

function refuse(db, id, clerk) {
  return decide(db, id, clerk, "no");
}

function expireStale(db) {
  db.line.updateMany({ "desk.until": { $lt: new Date() } }, [{ $set: { turn: "$place" } }, { $unset: "desk" }]);
}
