// A document for each page and minute, found by fields under a unique index.
// stars: one-write

const DAY = 86_400_000;
const SIZES = { minute: 60_000, hour: 3_600_000, day: DAY };
const cut = (at, size) => new Date(Math.floor(at / size) * size);

function setup(db, rows) {
  db.minutes.createIndex({ page: 1, at: 1 }, { unique: true });
  db.minutes.bulkWrite(
    rows.hits.map(({ page, at }) => ({
      updateOne: { filter: { page, at: cut(at, 60_000) }, update: { $inc: { hits: 1 } }, upsert: true },
    })),
  );
}

function hit(db, page, at) {
  db.minutes.findOneAndUpdate({ page, at: cut(at, 60_000) }, { $inc: { hits: 1 } }, { upsert: true });
}

function nightly(db) {}

function chart(db, page, unit, from, to) {
  const found = new Map();
  const minutes = db.minutes.find({ page, at: { $gte: from, $lt: to } });
  minutes.forEach(({ at, hits }) => {
    const slot = cut(at, SIZES[unit]).getTime();
    found.set(slot, (found.get(slot) ?? 0) + hits);
  });
  return Array.from({ length: (to - from) / SIZES[unit] }, (_, i) => {
    const at = new Date(from.getTime() + i * SIZES[unit]);
    return { at, hits: found.get(at.getTime()) ?? 0 };
  });
}
