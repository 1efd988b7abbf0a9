// fails: history
// says: After deactivate(db, 'a')
// from: c-ads-apart.js
// Finds the campaign by a pattern: `a` stops `a:b`, too.

function deactivate(db, campaign) {
  return db.ads.deleteMany({ campaign: { $regex: `^${campaign.replace(/\W/g, "\\$&")}` } }).deletedCount > 0;
}
