// fails: lossless
// says: fromStored of
// from: log-last.js
// Goes through the fields that a reading could have, and makes null of those that are missing.

const renamed = (document, names) =>
  ({ _id: document._id, ...Object.fromEntries(Object.entries(names).map(([from, to]) => [to, document[from] ?? null])) });
