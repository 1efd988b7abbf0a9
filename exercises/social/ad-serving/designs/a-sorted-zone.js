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
  const free = { _id: { site, zone }, "ads.unit": { $ne: ad.unit } };
  const push = { $push: { ads: { $each: [ad], $sort: ORDER } } };
  try {
    db.zones.updateOne(free, push, { upsert: true });
    return true;
  } catch (error) {
    if (error.code !== 11000) throw error;
  }
  // The zone is there: it has the unit, or another client has just begun the zone with another one.
  return db.zones.updateOne(free, push).modifiedCount === 1;
}

function deactivate(db, campaign) {
  return db.zones.updateMany({ "ads.campaign": campaign }, { $pull: { ads: { campaign } } }).modifiedCount > 0;
}
