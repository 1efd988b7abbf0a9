// A batch is a bulk of n guarded updates, each for whichever page still lacks the field; nobody has to know which.

const DEFAULT = "(none yet)";
const lacking = { short_description: { $exists: false } };

function setup(db, rows) {
  db.nodes.createIndex({ url: "hashed" });
  db.nodes.createIndex({ short_description: 1, _id: 1 });
  db.nodes.insertMany(rows.nodes);
}

function getNode(db, url) {
  const found = db.nodes.aggregate([{ $match: { url } }, { $set: { short_description: { $ifNull: ["$short_description", DEFAULT] } } }]);
  return found.toArray()[0] ?? null;
}

function migrateBatch(db, n) {
  const one = { updateOne: { filter: lacking, update: { $set: { short_description: DEFAULT } } } };
  return db.nodes.bulkWrite(Array.from({ length: n }, () => one), { ordered: false }).modifiedCount;
}
