// fails: history
// says: returned false, promised true
// from: positional.js
// Stores the orders that have lines; the others come back with their first line.

function setup(db, rows) {
  db.orders.insertMany(rows.orders.filter(({ items }) => items.length > 0));
}
