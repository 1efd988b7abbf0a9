// fails: history
// says: returned false, promised true
// from: b-winners-apart.js
// Takes the campaign out of the small documents, and leaves it in the zones: the next refresh brings it back.

function deactivate(db, campaign) {
  const { modifiedCount } = db.winners.updateMany({ "ads.campaign": campaign }, { $pull: { ads: { campaign } } });
  refresh(db, {});
  return modifiedCount > 0;
}
