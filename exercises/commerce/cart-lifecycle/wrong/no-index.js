// fails: no-scan
// says: expire(db, 3000) examined
// from: a-line-by-line.js
// Has no index: the job reads all carts each minute.

function setup(db, rows) {
  db.products.insertMany(rows.products);
  db.carts.insertMany(rows.carts);
}
