// fails: booksReviewed
// says: also finds
// from: operators.js
// Two conditions on an array, met by two different reviews.

const booksReviewed = (db, user, text) => db.books.find({ "reviews.user": user, "reviews.text": text });
