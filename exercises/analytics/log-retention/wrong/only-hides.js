// fails: space
// says: takes up
// from: daily-collections.js
// Answers hide what has lapsed, and nothing ever deletes it.

function tick(db) {
}
