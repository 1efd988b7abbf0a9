// fails: history
// says: latest(db): 
// from: d-buckets-and-last.js
// Treats the reading that arrived last as the latest: a late reading replaces a newer one.

function setLast({ sensor, at, value }) {
  return { updateOne: { filter: { _id: sensor }, update: { $set: { at, value } }, upsert: true } };
}
