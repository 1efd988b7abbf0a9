// The month, then a hash; each month is cut into a range for each shard on the day before it begins.
// wins: When somebody runs a job each month, and a month's images should lie together on every shard.

const NAMESPACE = "test.images";
const monthOf = (when) => when.toISOString().slice(0, 7);

function setup(db, rows) {
  db.books.insertMany(rows.books);
  db.images.createIndex({ image_id: 1 }, { unique: true });
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

// The image_id of some data is stored once, under its hash; the rest can be repeated.
function addImage(db, book, data) {
  const hash = hashOf(data);
  unlessThere(() => db.contents.insertOne({ _id: hash, image_id: imageId(data, new Date()) }));
  const { image_id } = db.contents.findOne({ _id: hash });
  unlessThere(() => db.images.insertOne({ image_id, data }));
  db.books.updateOne({ _id: book }, { $set: { cover: image_id } });
  return image_id;
}

function cover(db, book) {
  const found = db.books.findOne({ _id: book });
  return found?.cover === undefined ? null : db.images.findOne({ image_id: found.cover }, { _id: 0, image_id: 1, data: 1 });
}
