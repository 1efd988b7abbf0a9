// fails: four
// says: have no field `digits`
// from: b-last-digits.js
// Shards by a field that no document has.

function document(collection, doc) {
  return doc;
}
