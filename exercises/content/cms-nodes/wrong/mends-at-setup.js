// fails: stored
// says: after setup
// from: a-one-of.js
// Mends the old nodes when it stores them.

function setup(db, rows) {
  db.nodes.insertMany(rows.nodes.map((node) => ({ ...node, ...mended(node) })));
  db.runCommand({ collMod: "nodes", validator: RULES, validationLevel: "moderate" });
}
