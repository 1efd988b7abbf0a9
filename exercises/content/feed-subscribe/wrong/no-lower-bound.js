// fails: history
// says: returned true, promised false
// from: a-list-in-user.js
// Lowers the number without asking whether there was a subscription.

function unsubscribe(db, user, url) {
  db.users.updateOne({ _id: user }, { $pull: { feeds: { url } } });
  return db.feeds.updateOne({ _id: url }, { $inc: { subscribers: -1 } }).modifiedCount === 1;
}
