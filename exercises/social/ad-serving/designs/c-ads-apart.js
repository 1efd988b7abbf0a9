// A document for each ad; an index finds the highest bid, a second find returns all ads that share it.
// wins: When ads come and go all day, and two trips are quick enough.
// stars: lean, one-off, cheap-add

function setup(db, rows) {
  db.ads.createIndex({ site: 1, zone: 1, unit: 1 }, { unique: true });
  db.ads.createIndex({ site: 1, zone: 1, ecpm: -1, unit: 1 });
  db.ads.createIndex({ campaign: 1 });
  db.ads.insertMany(rows.zones.flatMap(({ site, zone, ads }) => ads.map((ad) => ({ site, zone, ...ad }))));
}

function chooseAd(db, site, zone, draw) {
  // The best ads may be removed between the two finds: then others are the best.
  for (;;) {
    const best = db.ads.findOne({ site, zone }, null, { sort: { ecpm: -1 } });
    if (!best) return null;
    const ties = db.ads.find({ site, zone, ecpm: best.ecpm }).sort({ unit: 1 }).toArray();
    if (ties.length > 0) return ties[Math.floor(draw * ties.length)];
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
