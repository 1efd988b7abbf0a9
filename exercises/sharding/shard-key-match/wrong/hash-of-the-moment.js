// fails: four
// says: which finds nothing
// from: also-longer.js
// A random number in the place of a hash: nobody knows it again.

function document(collection, doc) {
  return { ...doc, hash: hashOf(Math.random()).slice(0, 2) };
}
