// fails: history
// says: campaign` is
// from: a-sorted-zone.js
// Appends the ad to the sorted list.

function addAd(db, site, zone, ad) {
  try {
    db.zones.updateOne({ _id: { site, zone }, "ads.unit": { $ne: ad.unit } }, { $push: { ads: ad } }, { upsert: true });
    return true;
  } catch (error) {
    if (error.code === 11000) return false;
    throw error;
  }
}
