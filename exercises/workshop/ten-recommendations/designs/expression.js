// As the array alone, with the rule written as an expression: the size of the list is below ten.
// wins: When the limit is computed or stored elsewhere in the document, not a constant of the code.

function setup(db, rows) {
  db.books.insertMany(rows.books);
  const users = new Map(rows.users.map(({ _id }) => [_id, { _id, books: [] }]));
  for (const { user, book } of rows.recommendations) users.get(user).books.push(book);
  if (users.size > 0) db.users.insertMany([...users.values()]);
}

function recommend(db, user, book) {
  const room = { _id: user, books: { $ne: book }, $expr: { $lt: [{ $size: "$books" }, 10] } };
  const add = { $push: { books: book } };
  if (db.users.updateOne(room, add).modifiedCount === 1) return true;
  // Refused, or never seen before: an upsert's filter takes no expression.
  try {
    db.users.insertOne({ _id: user, books: [book] });
    return true;
  } catch (error) {
    if (error.code !== 11000) throw error;
  }
  return db.users.updateOne(room, add).modifiedCount === 1;
}

function withdraw(db, user, book) {
  return db.users.updateOne({ _id: user }, { $pull: { books: book } }).modifiedCount === 1;
}

function remaining(db, user) {
  return 10 - (db.users.findOne({ _id: user })?.books.length ?? 0);
}
