// fails: by-title
// says: `byTitle` found "AXIS"
// from: find-and-sort.js
// Takes the title as a pattern, in which a dot stands for any character.

function byTitle(db, title) {
  return db.books.findOne({ title: { $regex: title } });
}
