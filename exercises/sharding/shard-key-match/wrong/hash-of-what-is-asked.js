// fails: fields
// says: which finds nothing
// from: also-longer.js
// Sends the hash of whatever the filter gives first; documents have the hash of another field.

function filter(collection, filter) {
  return { ...filter, hash: hashOf(Object.values(filter)[0]).slice(0, 2) };
}
