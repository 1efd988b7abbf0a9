// fails: crash
// says: after a client died inside link
// from: both-sides.js
// Lists on both sides, and nothing that makes them agree again.

function repair(db) {}
