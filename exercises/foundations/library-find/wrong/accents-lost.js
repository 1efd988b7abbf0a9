// fails: booksPrintedIn
// says: also finds
// from: operators.js
// Compares cities without their accents.

function booksPrintedIn(db, city) {
  return db.books.find({ "publisher.city": city }).collation({ locale: "en", strength: 1, caseLevel: true });
}
