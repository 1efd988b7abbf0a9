// fails: chunks
// says: could not be split
// from: b-path-and-time.js
// A chunk whose events all have one path cannot be split.

function shardKey() {
  return { path: 1 };
}
