// fails: old-nodes
// says: another program tagged old node
// from: a-one-of.js
// Leaves the level at "strict": every update of an old node has to put it right at once.

function setup(db, rows) {
  db.nodes.insertMany(rows.nodes);
  db.runCommand({ collMod: "nodes", validator: RULES });
}
