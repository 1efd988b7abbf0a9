// fails: history
// says: unit` is
// from: a-sorted-zone.js
// Sorts by bid alone: equal bids stand as they came.

function addAd(db, site, zone, ad) {
  try {
    db.zones.updateOne(
      { _id: { site, zone }, "ads.unit": { $ne: ad.unit } },
      { $push: { ads: { $each: [ad], $sort: { ecpm: -1 } } } },
      { upsert: true },
    );
    return true;
  } catch (error) {
    if (error.code === 11000) return false;
    throw error;
  }
}
