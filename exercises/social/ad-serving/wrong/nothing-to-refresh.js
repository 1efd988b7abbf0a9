// fails: cut-off
// says: it was called again
// from: b-winners-apart.js
// Refreshes only when something was taken out: after a call that was cut off, nothing is.

function deactivate(db, campaign) {
  const { modifiedCount } = db.zones.updateMany({ "ads.campaign": campaign }, { $pull: { ads: { campaign } } });
  if (modifiedCount > 0) refresh(db, {});
  return modifiedCount > 0;
}
