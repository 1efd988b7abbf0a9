// fails: history
// says: body: null
// from: a-one-of.js
// Lets a photo have a body of null, which is a body, too.

const RULES = {
  $jsonSchema: {
    required: ["type", "title", "slug", "author"],
    properties: {
      title: { bsonType: "string", minLength: 1, maxLength: 120 },
      slug: { bsonType: "string", pattern: "^[a-z0-9-]+\\z" },
      author: { bsonType: "object", required: ["id", "name"], properties: { id: { bsonType: "int" }, name: { bsonType: "string" } } },
    },
    oneOf: [
      { required: ["type"], properties: { type: { enum: ["page"] } } },
      { required: ["type", "publish_on"], properties: { type: { enum: ["entry"] }, publish_on: { bsonType: "date" } } },
      { required: ["type", "width", "height"], properties: { type: { enum: ["photo"] }, width: size, height: size, body: { bsonType: "null" } } },
    ],
  },
};
