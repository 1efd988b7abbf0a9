// fails: history
// says: has 100 elements, promised
// Lists a hundred wrong nodes at most.

const SCHEMA = {
  $jsonSchema: {
    required: ["type", "title", "slug", "author"],
    properties: {
      type: { enum: ["page", "entry", "photo"] },
      title: { bsonType: "string", minLength: 1, maxLength: 120 },
      slug: { bsonType: "string", pattern: "^[a-z0-9-]+(?![\\s\\S])" },
      author: { bsonType: "object", required: ["id", "name"], properties: { id: { bsonType: "int" }, name: { bsonType: "string" } } },
    },
    allOf: [
      { anyOf: [{ not: { properties: { type: { enum: ["entry"] } } } }, { required: ["publish_on"], properties: { publish_on: { bsonType: "date" } } }] },
      { anyOf: [{ not: { properties: { type: { enum: ["photo"] } } } }, { required: ["width", "height"], properties: { width: { bsonType: "number", minimum: 1 }, height: { bsonType: "number", minimum: 1 }, body: { not: {} } } }] },
    ],
  },
};
function setup(db, rows) {
  db.createCollection("nodes");
  db.nodes.insertMany(rows.nodes);
  db.runCommand({ collMod: "nodes", validator: SCHEMA, validationLevel: "moderate", validationAction: "error" });
}
function create(db, node) {
  try { db.nodes.insertOne(node); return true; } catch (e) { if (e.code === 121 || e.code === 11000) return false; throw e; }
}
function edit(db, id, set) {
  try {
    if (Object.keys(set).length === 0) return db.nodes.findOne({ _id: id }) !== null;
    return db.nodes.updateOne({ _id: id }, { $set: set }).matchedCount > 0;
  } catch (e) { if (e.code === 121) return false; throw e; }
}
function invalid(db) { return db.nodes.find({ $nor: [SCHEMA] }, { _id: 1 }).limit(100).toArray().map((n) => n._id); }
const slugOf = (title) => title.toLowerCase().replace(/[^a-z0-9]+/g, "-").replace(/^-|-$/g, "");
function fix(db) {
  for (const n of db.nodes.find().toArray()) {
    const set = {};
    if (typeof n.title === "string" && [...n.title].length > 120) set.title = [...n.title].slice(0, 120).join("");
    if (typeof n.slug !== "string" || !/^[a-z0-9-]+$/.test(n.slug)) {
      const slug = typeof n.title === "string" ? slugOf(set.title ?? n.title) : "";
      if (slug) set.slug = slug;
    }
    if (n.type === "entry" && typeof n.publish_on === "string" && /^\d{4}-\d\d-\d\d(T\d\d:\d\d:\d\dZ)?$/.test(n.publish_on)) {
      const d = new Date(n.publish_on);
      if (!isNaN(d)) set.publish_on = d;
    }
    if (Object.keys(set).length) db.nodes.updateOne({ _id: n._id }, { $set: set });
  }
  if (invalid(db).length === 0) db.runCommand({ collMod: "nodes", validationLevel: "strict" });
}
