// fails: posts
// says: twice
// from: b-fan-out.js
// Has no unique index: a post that is sent again gets a second document for the month.

function setup(db, rows) {
  db.members.createIndex({ follows: 1 });
  db.news.createIndex({ reader: 1, month: -1 });
  db.members.insertMany(rows.members);
  db.posts.insertMany(rows.posts.map((post) => ({ ...post, sent: true })));
  for (const made of rows.posts) send(db, made);
}
