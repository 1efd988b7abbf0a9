// Only `create` checks the rules: three other programs write what they like.

function setup(db, rows) {
  db.nodes.insertMany(rows.nodes);
}

// true, or false when the rules refuse the node or its _id is taken
function create(db, node) {
  if (!["page", "entry", "photo"].includes(node.type)) return false;
  db.nodes.insertOne(node);
  return true;
}

// set: the fields to change, and their new values
function edit(db, id, set) {
  return db.nodes.updateOne({ _id: id }, { $set: set }).matchedCount === 1;
}

// the _ids of all nodes that break the rules
function invalid(db) {
  return [];
}

// how a slug is made of a title
const slugOf = (title) => title.toLowerCase().replace(/[^a-z0-9]+/g, "-").replace(/^-|-$/g, "");

function fix(db) {
}

// Run shows an old node, and what the database says to a photo without a size.
print(db.nodes.findOne({ type: "video" }));
db.nodes.insertOne({ type: "photo", title: "The mill", slug: "the-mill", author: { id: 1, name: "ann" } });
