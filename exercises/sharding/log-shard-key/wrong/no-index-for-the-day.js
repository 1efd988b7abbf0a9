// fails: day-read
// says: walked
// from: a-path-and-hash.js
// Finds the path by the key, and walks all its days.

function setup(db, rows) {}
