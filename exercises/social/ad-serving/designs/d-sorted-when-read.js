// A document for each zone with its ads as they came; the best are picked out when somebody asks.
// wins: When zones have few ads that change often.
// stars: latency, one-off

function setup(db, rows) {
  db.zones.insertMany(rows.zones.map(({ site, zone, ads }) => ({ _id: { site, zone }, ads })));
}

function chooseAd(db, site, zone, draw) {
  const ads = db.zones.findOne({ _id: { site, zone } })?.ads ?? [];
  const best = Math.max(...ads.map(({ ecpm }) => ecpm));
  const ties = ads.filter(({ ecpm }) => ecpm === best).sort((a, b) => (a.unit < b.unit ? -1 : 1));
  return ties[Math.floor(draw * ties.length)] ?? null;
}

function addAd(db, site, zone, ad) {
  db.zones.updateOne({ _id: { site, zone } }, { $setOnInsert: { ads: [] } }, { upsert: true });
  return db.zones.updateOne({ _id: { site, zone }, "ads.unit": { $ne: ad.unit } }, { $push: { ads: ad } }).modifiedCount === 1;
}

function deactivate(db, campaign) {
  return db.zones.updateMany({ "ads.campaign": campaign }, { $pull: { ads: { campaign } } }).modifiedCount > 0;
}
