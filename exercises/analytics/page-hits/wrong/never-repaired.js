// fails: died
// says: by day, after nightly too
// from: a-two-counters.js
// Trusts the second counter, though a client may die before it.

function nightly(db) {}
