// A schema for what all nodes have in common, and an expression for the rules of each type.
// wins: When rules compare fields of one document, which `$jsonSchema` cannot.
// stars: none

const size = (field) => ({ $and: [{ $isNumber: field }, { $gte: [field, 1] }] });

const RULES = {
  $and: [
    {
      $jsonSchema: {
        required: ["type", "title", "slug", "author"],
        properties: {
          type: { enum: ["page", "entry", "photo"] },
          title: { bsonType: "string", minLength: 1, maxLength: 120 },
          slug: { bsonType: "string", pattern: "^[a-z0-9-]+\\z" },
          author: { bsonType: "object", required: ["id", "name"], properties: { id: { bsonType: "int" }, name: { bsonType: "string" } } },
        },
      },
    },
    {
      $expr: {
        $switch: {
          branches: [
            { case: { $eq: ["$type", "entry"] }, then: { $eq: [{ $type: "$publish_on" }, "date"] } },
            { case: { $eq: ["$type", "photo"] }, then: { $and: [size("$width"), size("$height"), { $eq: [{ $type: "$body" }, "missing"] }] } },
          ],
          default: true,
        },
      },
    },
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
  return db.nodes.aggregate([{ $match: { $nor: [RULES] } }, { $project: { _id: 1 } }]).toArray().map(({ _id }) => _id);
}

const slugOf = (title) => title.toLowerCase().replace(/[^a-z0-9]+/g, "-").replace(/^-|-$/g, "");

function fix(db) {
  // The server cuts titles and makes dates; `onError` leaves what is no date.
  db.nodes.updateMany({ title: { $type: "string" } }, [{ $set: { title: { $substrCP: ["$title", 0, 120] } } }]);
  db.nodes.updateMany({ type: "entry", publish_on: { $type: "string" } }, [
    { $set: { publish_on: { $dateFromString: { dateString: "$publish_on", onError: "$publish_on" } } } },
  ]);
  for (const { _id, title } of db.nodes.find({ title: { $type: "string" }, $nor: [{ slug: { $type: "string", $regex: "^[a-z0-9-]+\\z" } }] }).toArray()) {
    if (slugOf(title) !== "") db.nodes.updateOne({ _id }, { $set: { slug: slugOf(title) } });
  }
}
