// fails: other-programs
// says: which ends with a line break, was stored
// from: b-query-expressions.js
// Ends the pattern with `$`, which matches before a last line break, too.

const RULES = {
  title: { $type: "string", $regex: "^.{1,120}\\z", $options: "s" },
  slug: { $type: "string", $regex: "^[a-z0-9-]+$" },
  "author.id": { $type: "int" },
  "author.name": { $type: "string" },
  $or: [
    { type: "page" },
    { type: "entry", publish_on: { $type: "date" } },
    { type: "photo", width: size, height: size, body: { $exists: false } },
  ],
};
