// fails: fixes
// says: after fix, a photo of width 0 was stored
// from: a-one-of.js
// Takes the rules away while it mends, and does not give them back.

function fix(db) {
  db.runCommand({ collMod: "nodes", validationLevel: "off" });
  for (const node of db.nodes.find({ $nor: [RULES] }).toArray()) {
    const set = mended(node);
    if (Object.keys(set).length > 0) db.nodes.updateOne({ _id: node._id }, { $set: set });
  }
}
