// fails: other-programs
// says: the slug "a b" was stored
// from: b-query-expressions.js
// A pattern without beginning and end is content with a part of the text.

const RULES = {
  title: { $type: "string", $regex: "^.{1,120}\\z", $options: "s" },
  slug: { $type: "string", $regex: "[a-z0-9-]+" },
  "author.id": { $type: "int" },
  "author.name": { $type: "string" },
  $or: [
    { type: "page" },
    { type: "entry", publish_on: { $type: "date" } },
    { type: "photo", width: size, height: size, body: { $exists: false } },
  ],
};
