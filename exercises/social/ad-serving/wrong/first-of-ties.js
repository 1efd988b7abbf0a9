// fails: history
// says: campaign` is
// from: a-sorted-zone.js
// Takes the first of those that share the highest bid.

function chooseAd(db, site, zone) {
  return db.zones.findOne({ _id: { site, zone } })?.ads[0] ?? null;
}
