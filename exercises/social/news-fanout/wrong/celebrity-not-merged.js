// fails: feeds
// says: belongs
// from: c-hybrid.js
// Reads what was copied, and forgets those whose posts are not copied.

function news(db, reader, before, n) {
  return latest(db, reader, before, n).slice(0, n);
}
