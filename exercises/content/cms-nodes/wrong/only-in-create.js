// fails: other-programs
// says: was stored
// from: d-schema-and-expression.js
// Checks the rules in its own functions: other programs do not call them.

function setup(db, rows) {
  db.nodes.insertMany(rows.nodes);
}

function create(db, node) {
  try {
    db.nodes.insertOne(node);
  } catch (error) {
    if (error.code === 11000) return false;
    throw error;
  }
  const wrong = db.nodes.findOne({ _id: node._id, $nor: [RULES] });
  if (wrong) db.nodes.deleteOne({ _id: node._id });
  return !wrong;
}
