// fails: other-programs
// says: a node without slug was stored
// from: b-query-expressions.js
// Checks the fields that are there, and asks for none.

const RULES = {
  $jsonSchema: {
    properties: {
      type: { enum: ["page", "entry", "photo"] },
      title: { bsonType: "string", minLength: 1, maxLength: 120 },
      slug: { bsonType: "string", pattern: "^[a-z0-9-]+\\z" },
      author: { bsonType: "object", required: ["id", "name"], properties: { id: { bsonType: "int" }, name: { bsonType: "string" } } },
    },
  },
};
