// fails: crashes
// says: the client died in renameAuthor
// from: cached-key.js
// Trusts that every rename comes to its end.

function finishRenames(db) {}
