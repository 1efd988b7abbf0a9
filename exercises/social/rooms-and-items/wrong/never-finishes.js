// fails: crashes
// says: the client died in
// from: b-claims.js
// Leaves the marks and lists of dead clients as they are.

function repair(db) {
}
