// fails: old-nodes
// says: had been put right, and the slug "a b" was stored
// from: b-query-expressions.js
// Lists the old nodes in the rules: they are spared even after somebody has mended them.

function setup(db, rows) {
  db.nodes.insertMany(rows.nodes);
  const spared = { _id: { $in: invalid(db) } };
  db.runCommand({ collMod: "nodes", validator: { $or: [RULES, spared] } });
}
