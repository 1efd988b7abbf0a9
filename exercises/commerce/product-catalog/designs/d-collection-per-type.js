// A collection for albums, one for films, one for all other types; the common questions are joined by `$unionWith`.
// wins: When nearly all questions concern one type, or types have owners of their own.
// stars: cheap-insert

const anyCase = { locale: "en", strength: 2 };
const homeOf = ({ type }) => ({ album: "albums", film: "films" })[type] ?? "others";

function setup(db, rows) {
  db.albums.createIndex({ "details.genre": 1, issued: -1, sku: 1 });
  db.films.createIndex({ "details.actors": 1, issued: -1, sku: 1 });
  for (const name of ["albums", "films", "others"]) {
    const products = db.getCollection(name);
    products.createIndex({ title: 1, sku: 1 }, { collation: anyCase });
    products.createIndex({ "pricing.pct": -1, sku: 1 });
    const own = rows.products.filter((product) => homeOf(product) === name);
    if (own.length > 0) products.insertMany(own);
  }
}

function albumsOf(db, genre, n) {
  return db.albums.find({ "details.genre": genre }).sort({ issued: -1, sku: 1 }).limit(n);
}

function filmsWith(db, actor, n) {
  return db.films.find({ "details.actors": actor }).sort({ issued: -1, sku: 1 }).limit(n);
}

const everywhere = (part) => [...part, ...["films", "others"].map((coll) => ({ $unionWith: { coll, pipeline: part } }))];

function named(db, title) {
  return db.albums.aggregate([...everywhere([{ $match: { title } }]), { $sort: { sku: 1 } }], { collation: anyCase });
}

function bargains(db, pct, n) {
  const best = [{ $match: { "pricing.pct": { $gte: pct } } }, { $sort: { "pricing.pct": -1, sku: 1 } }, { $limit: n }];
  return db.albums.aggregate([...everywhere(best), ...best.slice(1)]);
}
