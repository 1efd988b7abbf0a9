// fails: history
// says: has 20 elements, promised
// Finds the first twenty products of a title.

// folded title stored, one multikey field of "facets"
const fold = (t) => t.toLowerCase().toUpperCase().toLowerCase();
function setup(db, rows) {
  db.p.insertMany(rows.products.map((p) => ({ _id: p.sku, p, t: p.type, k: keys(p) })));
  db.p.createIndex({ k: 1, "p.issued": -1, _id: 1 });
  db.p.createIndex({ "p.title": 1, _id: 1 }, { collation: { locale: "en", strength: 2 } });
  db.p.createIndex({ "p.pricing.pct": -1, _id: 1 });
}
function keys(p) {
  const d = p.details ?? {};
  if (p.type === "album") return [].concat(d.genre ?? []).map((g) => ["g", g]);
  if (p.type === "film") return [].concat(d.actors ?? []).map((a) => ["a", a]);
  return [];
}
const out = (c) => c.toArray().map(({ p }) => p);
function albumsOf(db, genre, n) { return out(db.p.find({ k: ["g", genre] }).sort({ "p.issued": -1, _id: 1 }).limit(n)); }
function filmsWith(db, actor, n) { return out(db.p.find({ k: ["a", actor] }).sort({ "p.issued": -1, _id: 1 }).limit(n)); }
function named(db, title) { return out(db.p.find({ "p.title": title }).collation({ locale: "en", strength: 2 }).sort({ _id: 1 }).limit(20)); }
function bargains(db, pct, n) { return out(db.p.find({ "p.pricing.pct": { $gte: pct } }).sort({ "p.pricing.pct": -1, _id: 1 }).limit(n)); }
