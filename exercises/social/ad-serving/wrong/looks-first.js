// fails: rivals
// says: at the same moment
// from: c-ads-apart.js
// Looks whether the unit is there, then inserts: two clients look before either inserts.

function setup(db, rows) {
  db.ads.createIndex({ site: 1, zone: 1, ecpm: -1, unit: 1 });
  db.ads.createIndex({ campaign: 1 });
  db.ads.insertMany(rows.zones.flatMap(({ site, zone, ads }) => ads.map((ad) => ({ site, zone, ...ad }))));
}

function addAd(db, site, zone, ad) {
  if (db.ads.findOne({ site, zone, unit: ad.unit })) return false;
  db.ads.insertOne({ site, zone, ...ad });
  return true;
}
