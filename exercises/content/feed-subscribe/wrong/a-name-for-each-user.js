// fails: first-name
// says: shows the feed under the name "Second"
// from: b-subscriptions.js
// Keeps each user's own name for a feed; the ranking shows the name that comes first.

function subscribe(db, user, url, name) {
  if (!db.users.findOne({ _id: user })) return false;
  try {
    db.subscriptions.insertOne({ user, url, name });
    return true;
  } catch (error) {
    if (error.code === 11000) return false;
    throw error;
  }
}
