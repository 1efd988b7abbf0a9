// fails: history
// says: referrers(db
// from: map.js
// Uses the domain as the key, dots and all.

const encode = (domain) => domain;
