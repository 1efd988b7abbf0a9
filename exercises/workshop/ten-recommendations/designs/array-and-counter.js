// Books and the number left are in one document; an update that finds room and no such book changes both.
// wins: When the number left is shown often, or when everybody may have a limit of their own.

function setup(db, rows) {
  db.books.insertMany(rows.books);
  const users = new Map(rows.users.map(({ _id }) => [_id, { _id, remaining: 10, books: [] }]));
  for (const { user, book } of rows.recommendations) {
    users.get(user).books.push(book);
    users.get(user).remaining--;
  }
  if (users.size > 0) db.users.insertMany([...users.values()]);
}

function recommend(db, user, book) {
  const room = { _id: user, remaining: { $gt: 0 }, books: { $ne: book } };
  const take = { $inc: { remaining: -1 }, $push: { books: book } };
  if (db.users.updateOne(room, take).modifiedCount === 1) return true;
  // Refused, or never seen before.
  try {
    db.users.insertOne({ _id: user, remaining: 9, books: [book] });
    return true;
  } catch (error) {
    if (error.code !== 11000) throw error;
  }
  return db.users.updateOne(room, take).modifiedCount === 1;
}

function withdraw(db, user, book) {
  const give = { $inc: { remaining: 1 }, $pull: { books: book } };
  return db.users.updateOne({ _id: user, books: book }, give).modifiedCount === 1;
}

function remaining(db, user) {
  return db.users.findOne({ _id: user }, { remaining: 1 })?.remaining ?? 10;
}
