// fails: crashes
// says: the client died in
// from: d-claim-is-the-record.js
// Leaves half a sale as it is.

function repair(db) {
}
