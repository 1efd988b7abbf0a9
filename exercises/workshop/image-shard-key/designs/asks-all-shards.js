// The month, then a hash, and no collection of hashes: an upload asks all shards whether one has its hash.
// wins: When both uploads and shards are few: there is no second collection, but every upload waits for all shards.

const NAMESPACE = "test.images";
const monthOf = (when) => when.toISOString().slice(0, 7);

function setup(db, rows) {
  db.books.insertMany(rows.books);
  db.images.createIndex({ image_id: 1 }, { unique: true });
  db.images.createIndex({ hash: 1 });
}

function hashOf(data) {
  let hash = 14695981039346656037n;
  for (const letter of data) hash = BigInt.asUintN(64, (hash ^ BigInt(letter.codePointAt(0))) * 1099511628211n);
  return hash.toString(16).padStart(16, "0");
}

function imageId(data, when) {
  return `${monthOf(when)}-${hashOf(data)}`;
}

function presplit(sh, month) {
  const shards = sh.listShards();
  shards.forEach(({ _id }, i) => {
    const digit = Math.floor((16 * i) / shards.length).toString(16);
    const from = { image_id: `${monthOf(month)}-${digit}` };
    sh.splitAt(NAMESPACE, from);
    sh.moveChunk(NAMESPACE, from, _id);
  });
}

// The second client finds it there.
function unlessThere(insert) {
  try {
    insert();
  } catch (error) {
    if (error.code !== 11000) throw error;
  }
}

// Of two who upload the same at the same moment both find nothing, and both come to the same image_id.
function addImage(db, book, data) {
  const hash = hashOf(data);
  const known = db.images.findOne({ hash }, { _id: 0, image_id: 1 });
  const image_id = known?.image_id ?? imageId(data, new Date());
  if (!known) unlessThere(() => db.images.insertOne({ image_id, hash, data }));
  db.books.updateOne({ _id: book }, { $set: { cover: image_id } });
  return image_id;
}

function cover(db, book) {
  const found = db.books.findOne({ _id: book });
  return found?.cover === undefined ? null : db.images.findOne({ image_id: found.cover }, { _id: 0, image_id: 1, data: 1 });
}
