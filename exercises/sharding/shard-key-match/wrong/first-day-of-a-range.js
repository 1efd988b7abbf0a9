// fails: fields
// says: which has lost or changed a field
// from: a-hashed.js
// Asks for the first day of a range only, which is one shard.

function filter(collection, filter) {
  const from = filter.day?.$gte;
  return from ? { ...filter, day: from } : filter;
}
