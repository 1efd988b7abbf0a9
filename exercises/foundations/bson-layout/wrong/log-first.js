// fails: shifts
// says: entries shifted
// from: log-last.js
// Leaves the log in front of the text.

function relayout(db) {}
