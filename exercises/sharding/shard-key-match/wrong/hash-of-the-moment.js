// fails: fields
// says: which finds nothing
// from: also-longer.js
// A random number in place of a hash: no read can know it.

function document(collection, doc) {
  return { ...doc, hash: hashOf(Math.random()).slice(0, 2) };
}
