// fails: rivals
// says: returned false, promised true
// from: c-readers-in-feed.js
// Two users are the first readers of a feed; the one whose insert fails takes that for a subscription that is there.

function subscribe(db, user, url, name) {
  if (!db.users.findOne({ _id: user })) return false;
  if (join(db, user, url)) return true;
  try {
    db.feeds.insertOne({ _id: url, name, subscribers: 1, readers: [user] });
    return true;
  } catch (error) {
    if (error.code !== 11000) throw error;
    return false;
  }
}
