// A document per user and month, with a sum for each hour; one upsert counts a session, and readers add up.
// wins: When totals have to be right at once, and a reader may read a month to show a day.
// stars: fresh, little-work

const HOUR = 3_600_000;
const firstOpen = () => new Date(Math.floor(Date.now() / HOUR) * HOUR - HOUR);

const STARTS = {
  hour: (at) => new Date(Math.floor(at / HOUR) * HOUR),
  day: (at) => new Date(Date.UTC(at.getUTCFullYear(), at.getUTCMonth(), at.getUTCDate())),
  month: (at) => new Date(Date.UTC(at.getUTCFullYear(), at.getUTCMonth(), 1)),
};

function setup(db, rows) {
  db.months.bulkWrite(rows.sessions.map((session) => ({ updateOne: { ...counted(session), upsert: true } })));
}

function counted({ user, at, length }) {
  const hour = STARTS.hour(at).getTime() / HOUR;
  return { filter: { _id: { user, month: STARTS.month(at) } }, update: { $inc: { [`hours.${hour}.total`]: length, [`hours.${hour}.count`]: 1 } } };
}

function record(db, session) {
  const open = session.at >= firstOpen();
  const { filter, update } = counted(session);
  if (open) db.months.updateOne(filter, update, { upsert: true });
  else db.late.insertOne(session);
  return open;
}

function rollup(db) {
  // All totals are right already.
}

function totals(db, level, user, from, to) {
  const months = db.months.find({ _id: { $gte: { user, month: STARTS.month(from) }, $lt: { user, month: to } } }).sort({ _id: 1 });
  const slots = new Map();
  for (const { hours } of months.toArray()) {
    for (const [hour, { total, count }] of Object.entries(hours)) {
      const time = new Date(hour * HOUR);
      const at = STARTS[level](time);
      if (time < from || time >= to) continue;
      const slot = slots.get(at.getTime()) ?? { at, total: 0, count: 0 };
      slots.set(at.getTime(), { at, total: slot.total + total, count: slot.count + count });
    }
  }
  return [...slots.values()].sort((a, b) => a.at - b.at).map((slot) => ({ ...slot, mean: slot.total / slot.count }));
}

function late(db) {
  return db.late.find({}, { _id: 0 }).toArray();
}
