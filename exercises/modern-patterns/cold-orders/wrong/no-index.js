// fails: lean-hot
// says: examined
// from: b-transactions.js
// The hot collection is small, and is read whole for each page.

function setup(db, rows) {
  db.cold.createIndex({ customer: 1, date: -1, _id: 1 });
  db.hot.insertMany(rows.orders);
}
