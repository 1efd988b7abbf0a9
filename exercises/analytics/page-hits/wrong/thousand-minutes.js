// fails: many
// says: chart(db, "/", "hour"
// from: also-minute-documents.js
// Reads at most a thousand minutes of a page: a chart of weeks lacks the rest.

function chart(db, page, unit, from, to) {
  const found = new Map();
  const minutes = db.minutes.find({ page, at: { $gte: from, $lt: to } }).limit(1000);
  minutes.forEach(({ at, hits }) => {
    const slot = cut(at, SIZES[unit]).getTime();
    found.set(slot, (found.get(slot) ?? 0) + hits);
  });
  return Array.from({ length: (to - from) / SIZES[unit] }, (_, i) => {
    const at = new Date(from.getTime() + i * SIZES[unit]);
    return { at, hits: found.get(at.getTime()) ?? 0 };
  });
}
