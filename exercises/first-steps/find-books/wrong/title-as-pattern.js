// fails: history
// says: promised null
// from: find-and-sort.js
// Takes the title as a pattern, in which a dot stands for any character.

function byTitle(db, title) {
  return db.books.findOne({ title: { $regex: title } });
}
