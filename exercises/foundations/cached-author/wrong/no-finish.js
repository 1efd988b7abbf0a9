// fails: crash
// says: and the books show
// from: cached-key.js
// Trusts that every rename comes to its end.

function finishRenames(db) {}
