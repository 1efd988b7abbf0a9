// fails: titles
// says: of a type that the rows of your Run do not have
// from: d-collection-per-type.js
// Has a collection for each type that is known today. The next type gets its own, which no question reads.

const homeOf = ({ type }) => ({ album: "albums", film: "films", game: "others" })[type] ?? "unknown";

function setup(db, rows) {
  db.albums.createIndex({ "details.genre": 1, issued: -1, sku: 1 });
  db.films.createIndex({ "details.actors": 1, issued: -1, sku: 1 });
  for (const product of rows.products) db.getCollection(homeOf(product)).insertOne(product);
}
