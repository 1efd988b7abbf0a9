// fails: missed-week
// says: 24 days later
// from: b-rolled-up.js
// Deletes hours after a week.

function nightly(db) {
  const today = dayOf(new Date());
  const finished = db.days.find({ "_id.day": { $lt: today } }, { hits: 1, hours: 1 }).toArray();
  if (finished.length > 0) {
    db.hours.bulkWrite(
      finished.map(({ _id, hours }) => ({ updateOne: { filter: { _id }, update: { $set: { hours } }, upsert: true } })),
    );
    db.months.bulkWrite(
      finished.map(({ _id: { page, day }, hits }) => {
        const update = { $set: { [`days.${day.getUTCDate()}`]: hits } };
        return { updateOne: { filter: { _id: { page, month: monthOf(day) } }, update, upsert: true } };
      }),
    );
    const old = finished.map(({ _id }) => _id).filter(({ day }) => day < today - 2 * DAY);
    db.days.deleteMany({ _id: { $in: old } });
  }
  db.hours.deleteMany({ "_id.day": { $lt: new Date(today - 7 * DAY) } });
}
