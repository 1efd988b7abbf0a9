// One schema with the rules of a type in its own branch; once nothing breaks them, "strict" holds for every write.
// wins: When the old faults will be gone one day, and nothing may bring new ones in.
// stars: told, strict-at-last

const size = { bsonType: "number", minimum: 1 };
const common = {
  title: { bsonType: "string", minLength: 1, maxLength: 120 },
  slug: { bsonType: "string", pattern: "^[a-z0-9-]+\\z" },
  author: { bsonType: "object", required: ["id", "name"], properties: { id: { bsonType: "int" }, name: { bsonType: "string" } } },
};
const ofType = (type, properties, more = {}) => ({
  required: ["type", "title", "slug", "author", ...Object.keys(properties)],
  properties: { type: { enum: [type] }, ...common, ...properties },
  ...more,
});

const RULES = {
  $jsonSchema: {
    oneOf: [
      ofType("page", {}),
      ofType("entry", { publish_on: { bsonType: "date" } }),
      ofType("photo", { width: size, height: size }, { not: { required: ["body"] } }),
    ],
  },
};

function setup(db, rows) {
  db.createCollection("nodes", { validator: RULES, validationLevel: "moderate" });
  db.nodes.insertMany(rows.nodes, { bypassDocumentValidation: true });
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

const broken = (db) => db.nodes.find({ $nor: [RULES] });
const invalid = (db) => broken(db).toArray().map(({ _id }) => _id);

const slugOf = (title) => title.toLowerCase().replace(/[^a-z0-9]+/g, "-").replace(/^-|-$/g, "");

function fix(db) {
  for (const { _id, type, title, slug, publish_on } of broken(db).toArray()) {
    const set = {};
    const short = typeof title === "string" ? [...title].slice(0, 120).join("") : title;
    if (short !== title) set.title = short;
    const newSlug = typeof short === "string" ? slugOf(short) : "";
    if (newSlug !== "" && !(typeof slug === "string" && /^[a-z0-9-]+$/.test(slug))) set.slug = newSlug;
    const date = typeof publish_on === "string" ? new Date(publish_on) : NaN;
    if (type === "entry" && !isNaN(date)) set.publish_on = date;
    if (Object.keys(set).length > 0) db.nodes.updateOne({ _id }, { $set: set });
  }
  if (broken(db).limit(1).toArray().length === 0) db.runCommand({ collMod: "nodes", validationLevel: "strict" });
}
