// fails: history
// says: campaign` is
// from: a-sorted-zone.js
// `updateOne` takes the campaign out of one zone.

function deactivate(db, campaign) {
  return db.zones.updateOne({ "ads.campaign": campaign }, { $pull: { ads: { campaign } } }).modifiedCount > 0;
}
