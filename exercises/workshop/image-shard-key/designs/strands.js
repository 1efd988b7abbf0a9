// A digit of the hash, then the month, then the hash: four strands that each grow at their end, cut once for all time.
// wins: When nobody wants to run a job each month; a month then lies in as many places as there are strands.

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

// 0 to 3
const strandOf = (hash) => parseInt(hash[0], 16) >> 2;

function imageId(data, when) {
  const hash = hashOf(data);
  return `${strandOf(hash)}-${monthOf(when)}-${hash}`;
}

// The strands are cut before the first month; later there is nothing to do.
function presplit(sh, month) {
  const shards = sh.listShards();
  if (cutAlready(sh)) return;
  for (const strand of [0, 1, 2, 3]) {
    const from = { image_id: `${strand}-` };
    if (strand > 0) sh.splitAt(NAMESPACE, from);
    sh.moveChunk(NAMESPACE, from, shards[strand % shards.length]._id);
  }
}

function cutAlready(sh) {
  try {
    sh.splitAt(NAMESPACE, { image_id: "0-" });
    return false;
  } catch {
    return true;
  }
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
