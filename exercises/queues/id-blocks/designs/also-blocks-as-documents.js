// Each block is a document named by counter and first number; two loaders who want the same block meet its unique _id.

function setup(db, rows) {
  const blocks = rows.counters.map(({ name, last }) => ({ _id: { name, first: 1 }, last }));
  if (blocks.length > 0) db.blocks.insertMany(blocks);
}

function nextIds(db, name, n) {
  const ofName = { _id: { $gte: { name, first: 1 }, $lte: { name, first: Infinity } } };
  for (;;) {
    const [newest] = db.blocks.find(ofName).sort({ _id: -1 }).limit(1).toArray();
    const first = (newest?.last ?? 0) + 1;
    try {
      db.blocks.insertOne({ _id: { name, first }, last: first + n - 1 });
      return Array.from({ length: n }, (_, i) => first + i);
    } catch (error) {
      if (error.code !== 11000) throw error;
    }
  }
}
