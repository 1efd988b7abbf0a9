// Joins the two ids of a link by a hyphen: the links of "a-b" with "c", and of "a" with "b-c", are one.
// fails: history
// says: With names that are the same when they are joined
// from: b-link-documents.js

function link(db, a, b) {
  if (a === b || db.desk.countDocuments({ _id: { $in: [a, b] } }) < 2) return;
  const ends = [a, b].sort();
  try {
    db.desk.updateOne({ _id: { link: ends.join("-") } }, { $setOnInsert: { ends } }, { upsert: true });
  } catch (error) {
    if (error.code !== 11000) throw error;
  }
}
