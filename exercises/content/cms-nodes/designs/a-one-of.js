// One `$jsonSchema`: rules for all nodes, and `oneOf` with a branch for each type; old nodes are spared by "moderate".
// wins: When forms have to mark the field that was refused.
// stars: told

const size = { bsonType: "number", minimum: 1 };

const RULES = {
  $jsonSchema: {
    required: ["type", "title", "slug", "author"],
    properties: {
      title: { bsonType: "string", minLength: 1, maxLength: 120 },
      // `$` would let a line break pass.
      slug: { bsonType: "string", pattern: "^[a-z0-9-]+\\z" },
      author: { bsonType: "object", required: ["id", "name"], properties: { id: { bsonType: "int" }, name: { bsonType: "string" } } },
    },
    oneOf: [
      { required: ["type"], properties: { type: { enum: ["page"] } } },
      { required: ["type", "publish_on"], properties: { type: { enum: ["entry"] }, publish_on: { bsonType: "date" } } },
      { required: ["type", "width", "height"], properties: { type: { enum: ["photo"] }, width: size, height: size }, not: { required: ["body"] } },
    ],
  },
};

function setup(db, rows) {
  db.nodes.insertMany(rows.nodes);
  db.runCommand({ collMod: "nodes", validator: RULES, validationLevel: "moderate" });
}

function create(db, node) {
  try {
    db.nodes.insertOne(node);
    return true;
  } catch (error) {
    if (error.code === 121 || error.code === 11000) return false;
    throw error;
  }
}

function edit(db, id, set) {
  try {
    return db.nodes.updateOne({ _id: id }, { $set: set }).matchedCount === 1;
  } catch (error) {
    if (error.code === 121) return false;
    throw error;
  }
}

function invalid(db) {
  return db.nodes.find({ $nor: [RULES] }, { _id: 1 }).toArray().map(({ _id }) => _id);
}

const slugOf = (title) => title.toLowerCase().replace(/[^a-z0-9]+/g, "-").replace(/^-|-$/g, "");

function mended({ type, title, slug, publish_on }) {
  const set = {};
  if (typeof title === "string") {
    const short = [...title].slice(0, 120).join("");
    if (short !== title) set.title = short;
    if ((typeof slug !== "string" || !/^[a-z0-9-]+$/.test(slug)) && slugOf(short) !== "") set.slug = slugOf(short);
  }
  if (type === "entry" && typeof publish_on === "string" && !isNaN(new Date(publish_on))) set.publish_on = new Date(publish_on);
  return set;
}

function fix(db) {
  for (const node of db.nodes.find({ $nor: [RULES] }).toArray()) {
    const set = mended(node);
    if (Object.keys(set).length > 0) db.nodes.updateOne({ _id: node._id }, { $set: set });
  }
}
