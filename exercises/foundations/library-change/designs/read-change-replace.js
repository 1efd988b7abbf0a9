// Reads the document, changes it in JavaScript and puts it back: right for one client, at twice the trips.
// wins: When one client works alone, and the change is more than operators or pipelines can say.
// stars: none

function setup(db, rows) {
  db.users.insertMany(rows.users);
  db.books.insertMany(rows.books);
}

function change(collection, id, effect) {
  const document = collection.findOne({ _id: id });
  if (!document) return;
  effect(document);
  collection.replaceOne({ _id: id }, document);
}

function setAvailable(db, id, available) {
  change(db.books, id, (book) => {
    book.available = available;
  });
}

function forgetLanguage(db, id) {
  change(db.books, id, (book) => {
    delete book.language;
  });
}

function addPages(db, id, n) {
  change(db.books, id, (book) => {
    book.pages += n;
  });
}

function addSubjects(db, id, subjects) {
  change(db.books, id, (book) => book.subjects.push(...subjects));
}

function tagSubject(db, id, subject) {
  change(db.books, id, (book) => {
    if (!book.subjects.includes(subject)) book.subjects.push(subject);
  });
}

function dropLastReview(db, id) {
  change(db.books, id, (book) => book.reviews.pop());
}

function removeReviewsBy(db, id, user) {
  change(db.books, id, (book) => {
    book.reviews = book.reviews.filter((review) => review.user !== user);
  });
}

function removeSubjects(db, id, subjects) {
  change(db.books, id, (book) => {
    book.subjects = book.subjects.filter((subject) => !subjects.includes(subject));
  });
}

function markBook(db, id, mark) {
  change(db.books, id, (book) => {
    book.marks = (book.marks ?? 0) | mark;
  });
}

function renamePasswords(db) {
  for (const { _id } of db.users.find({ password: { $exists: true } }).toArray()) {
    change(db.users, _id, (user) => {
      user.secret = user.password;
      delete user.password;
    });
  }
}
