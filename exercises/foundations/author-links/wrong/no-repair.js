// fails: crashes
// says: the client died in link(db
// from: both-sides.js
// Lists on both sides, and nothing that makes them agree again.

function repair(db) {}
