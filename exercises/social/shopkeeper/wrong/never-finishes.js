// fails: dies
// says: a minute and repair
// from: d-claim-is-the-record.js
// Leaves half a sale as it is.

function repair(db) {
}
