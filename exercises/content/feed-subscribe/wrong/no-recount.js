// fails: recounts-all
// says: after recount,
// from: a-list-in-user.js
// Has nothing that mends the number when a client dies between the two writes.

function recount() {}
