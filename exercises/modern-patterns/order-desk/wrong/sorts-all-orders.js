// fails: customer
// says: examined
// from: a-links-on-both-sides.js
// Has no order in the index: all orders are read and sorted for ten.

function setup(db, rows) {
  const links = new Map(rows.things.map(({ _id }) => [_id, new Set([_id])]));
  for (const { a, b } of rows.links) {
    links.get(a).add(b);
    links.get(b).add(a);
  }
  db.things.createIndex({ links: 1 });
  db.things.insertMany(rows.things.map((thing) => ({ ...thing, links: [...links.get(thing._id)] })));
}
