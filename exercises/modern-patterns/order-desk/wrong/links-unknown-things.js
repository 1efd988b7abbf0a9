// fails: history
// says: promised
// Looks for one end of a link only, so a thing is linked before it exists.

function setup(db, rows) {
  db.e.createIndex({ b: 1 });
  if (rows.things.length) db.t.insertMany(rows.things);
  for (const { a, b } of rows.links) link(db, a, b);
}
function add(db, { _id, ...fields }, links) {
  db.t.updateOne({ _id }, { $set: fields }, { upsert: true });
  for (const l of links) link(db, _id, l);
}
function link(db, a, b) {
  const [x, y] = [a, b].sort();
  if (x === y || !db.t.findOne({ _id: y })) return;
  db.e.updateOne({ _id: { x, y } }, { $set: { b: [x, y] } }, { upsert: true });
}
function ends(db, id) { return db.e.find({ b: id }).toArray().flatMap((e) => e.b).filter((i) => i !== id); }
function desk(db, order) {
  const me = db.t.findOne({ _id: order });
  return me ? db.t.find({ _id: { $in: [order, ...ends(db, order)] } }).sort({ type: 1, _id: 1 }) : [];
}
function customer(db, id, n) { return db.t.find({ type: "order", _id: { $in: ends(db, id) } }).sort({ date: -1, _id: 1 }).limit(n); }
