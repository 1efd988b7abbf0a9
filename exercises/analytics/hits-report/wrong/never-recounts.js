// fails: death
// says: after a client died in record
// from: c-counted-at-once.js
// Raises the counter and never counts again: what a death leaves out is missing for good.

function refresh(db) {}
