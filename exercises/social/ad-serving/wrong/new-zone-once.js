// fails: rivals
// says: returned false, promised true
// Two clients find no zone; the one whose insert fails takes that for a unit that is there already.

const order = { ecpm: -1, unit: 1 };
function setup(db, rows) {
  db.z.createIndex({ site: 1, zone: 1 }, { unique: true });
  db.z.createIndex({ "ads.campaign": 1 });
  for (const { site, zone, ads } of rows.zones) db.z.updateOne({ site, zone }, { $push: { ads: { $each: ads, $sort: order } } }, { upsert: true });
}
function chooseAd(db, site, zone, draw) {
  const d = db.z.findOne({ site, zone });
  if (!d || !d.ads.length) return null;
  const best = d.ads.filter((a) => a.ecpm === d.ads[0].ecpm);
  const { campaign, unit } = best[Math.floor(draw * best.length)];
  return { campaign, unit };
}
function addAd(db, site, zone, ad) {
  const push = { $push: { ads: { $each: [ad], $sort: order } } };
  if (db.z.updateOne({ site, zone, "ads.unit": { $ne: ad.unit } }, push).modifiedCount) return true;
  try { db.z.insertOne({ site, zone, ads: [ad] }); return true; } catch (e) { if (e.code !== 11000) throw e; }
  return false;
}
function deactivate(db, campaign) { return db.z.updateMany({ "ads.campaign": campaign }, { $pull: { ads: { campaign } } }).modifiedCount > 0; }
