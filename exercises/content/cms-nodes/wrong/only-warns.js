// fails: other-programs
// says: a node without slug was stored
// from: a-one-of.js
// Has broken rules written into the log, and the node stored.

function setup(db, rows) {
  db.nodes.insertMany(rows.nodes);
  db.runCommand({ collMod: "nodes", validator: RULES, validationLevel: "moderate", validationAction: "warn" });
}
