// A document for each zone, whose ads are kept in order: the best come first.
// wins: When zones have few ads.
// stars: latency, one-off

const ORDER = { ecpm: -1, unit: 1 };

function setup(db, rows) {
  const better = (a, b) => b.ecpm - a.ecpm || (a.unit < b.unit ? -1 : 1);
  db.zones.createIndex({ "ads.campaign": 1 });
  db.zones.insertMany(rows.zones.map(({ site, zone, ads }) => ({ _id: { site, zone }, ads: ads.sort(better) })));
}

function chooseAd(db, site, zone, draw) {
  const ads = db.zones.findOne({ _id: { site, zone } })?.ads ?? [];
  const ties = ads.filter(({ ecpm }) => ecpm === ads[0].ecpm);
  return ties[Math.floor(draw * ties.length)] ?? null;
}

function addAd(db, site, zone, ad) {
  try {
    db.zones.updateOne(
      { _id: { site, zone }, "ads.unit": { $ne: ad.unit } },
      { $push: { ads: { $each: [ad], $sort: ORDER } } },
      { upsert: true },
    );
    return true;
  } catch (error) {
    // The zone is there, and has the unit.
    if (error.code === 11000) return false;
    throw error;
  }
}

function deactivate(db, campaign) {
  return db.zones.updateMany({ "ads.campaign": campaign }, { $pull: { ads: { campaign } } }).modifiedCount > 0;
}
