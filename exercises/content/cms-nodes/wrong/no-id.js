// fails: other-programs
// says: a page was refused
// from: b-query-expressions.js
// Allows no other properties, and forgets that `_id` is one.

const RULES = {
  $jsonSchema: {
    required: ["type", "title", "slug", "author"],
    additionalProperties: false,
    properties: {
      type: { enum: ["page", "entry", "photo"] },
      title: { bsonType: "string", minLength: 1, maxLength: 120 },
      slug: { bsonType: "string", pattern: "^[a-z0-9-]+\\z" },
      author: { bsonType: "object", required: ["id", "name"], properties: { id: { bsonType: "int" }, name: { bsonType: "string" } } },
      publish_on: {}, width: {}, height: {}, body: {}, tags: {}, parent: {},
    },
    oneOf: [
      { properties: { type: { enum: ["page"] } } },
      { required: ["publish_on"], properties: { type: { enum: ["entry"] }, publish_on: { bsonType: "date" } } },
      { required: ["width", "height"], properties: { type: { enum: ["photo"] }, width: { bsonType: "number", minimum: 1 }, height: { bsonType: "number", minimum: 1 } }, not: { required: ["body"] } },
    ],
  },
};
