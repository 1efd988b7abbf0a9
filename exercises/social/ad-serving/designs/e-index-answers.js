// A document for each ad, and an index with all fields of the answer, read from the highest bid downwards.
// wins: When fifty million reads a day count, and an index entry of some 80 bytes for each ad does not.
// stars: latency, lean, one-off, cheap-add

function setup(db, rows) {
  db.ads.createIndex({ site: 1, zone: 1, unit: 1 }, { unique: true });
  db.ads.createIndex({ site: 1, zone: 1, ecpm: -1, unit: 1, campaign: 1 });
  db.ads.createIndex({ campaign: 1 });
  db.ads.insertMany(rows.zones.flatMap(({ site, zone, ads }) => ads.map((ad) => ({ site, zone, ...ad }))));
}

function chooseAd(db, site, zone, draw) {
  // Sixteen are nearly always enough; if all of them share the highest bid, there may be more.
  for (let most = 16; ; most *= 8) {
    const ads = db.ads.find({ site, zone }, { _id: 0, ecpm: 1, unit: 1, campaign: 1 }).sort({ ecpm: -1, unit: 1 }).limit(most).toArray();
    const ties = ads.filter(({ ecpm }) => ecpm === ads[0].ecpm);
    if (ties.length < most) return ties[Math.floor(draw * ties.length)] ?? null;
  }
}

function addAd(db, site, zone, ad) {
  try {
    db.ads.insertOne({ site, zone, ...ad });
    return true;
  } catch (error) {
    if (error.code === 11000) return false;
    throw error;
  }
}

function deactivate(db, campaign) {
  return db.ads.deleteMany({ campaign }).deletedCount > 0;
}
