// fails: stored
// says: integer
// from: b-query-expressions.js
// Names a type of JSON Schema that the server does not have.

const RULES = {
  $jsonSchema: {
    required: ["type", "title", "slug", "author"],
    properties: { author: { bsonType: "object", required: ["id", "name"], properties: { id: { type: "integer" } } } },
  },
};
