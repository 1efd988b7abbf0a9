// The rules as a filter, with `$or` over the types: the same filter, negated, finds the nodes that break them.
// wins: When everybody knows filters, and nobody reads why a write was refused.
// stars: none

const size = { $type: "number", $gte: 1 };

const RULES = {
  title: { $type: "string", $regex: "^.{1,120}\\z", $options: "s" },
  slug: { $type: "string", $regex: "^[a-z0-9-]+\\z" },
  "author.id": { $type: "int" },
  "author.name": { $type: "string" },
  $or: [
    { type: "page" },
    { type: "entry", publish_on: { $type: "date" } },
    { type: "photo", width: size, height: size, body: { $exists: false } },
  ],
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
  return db.nodes.distinct("_id", { $nor: [RULES] });
}

const slugOf = (title) => title.toLowerCase().replace(/[^a-z0-9]+/g, "-").replace(/^-|-$/g, "");

// A write for each kind of fault; slugs come from titles that are short already.
function fix(db) {
  const long = db.nodes.find({ title: { $type: "string", $regex: "^.{121}", $options: "s" } }, { title: 1 }).toArray();
  for (const { _id, title } of long) db.nodes.updateOne({ _id }, { $set: { title: [...title].slice(0, 120).join("") } });
  for (const { _id, publish_on } of db.nodes.find({ type: "entry", publish_on: { $type: "string" } }, { publish_on: 1 }).toArray()) {
    const date = new Date(publish_on);
    if (!isNaN(date)) db.nodes.updateOne({ _id }, { $set: { publish_on: date } });
  }
  for (const { _id, title } of db.nodes.find({ title: { $type: "string" }, $nor: [{ slug: RULES.slug }] }, { title: 1 }).toArray()) {
    if (slugOf(title) !== "") db.nodes.updateOne({ _id }, { $set: { slug: slugOf(title) } });
  }
}
