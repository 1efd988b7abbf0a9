// fails: again
// says: instead of 1; 1001 have joined
// from: a-outlier-overflows.js
// Marks the event after the guest has gone into the next document: a client that dies between loses the guest.

function join(db, event, user, name) {
  const push = { $push: { guests: { user, name } } };
  const room = (most) => ({ "guests.user": { $ne: user }, [`guests.${most - 1}`]: { $exists: false } });
  if (db.events.updateOne({ _id: event, ...room(MOST) }, push).modifiedCount === 1) return true;
  if (!db.events.findOne({ _id: event, "guests.user": { $ne: user } }, { _id: 1 })) return false;
  for (;;) {
    if (db.more.findOne({ event, "guests.user": user }, { n: 1 })) return false;
    const last = db.more.find({ event }, { n: 1 }).sort({ n: -1 }).limit(1).toArray()[0];
    try {
      const pushed = last && db.more.updateOne({ _id: last._id, ...room(MORE) }, push).modifiedCount === 1;
      if (!pushed) db.more.insertOne({ event, n: last ? last.n + 1 : 0, guests: [{ user, name }] });
      db.events.updateOne({ _id: event }, { $set: { more: true } });
      return true;
    } catch (error) {
      if (error.code !== 11000) throw error;
    }
  }
}
