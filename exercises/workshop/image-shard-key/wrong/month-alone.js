// fails: chunks
// says: could not be cut
// The month alone: all of a month has one key, and a chunk cannot be cut inside of a key.

const NAMESPACE = "test.images";
const monthOf = (when) => when.toISOString().slice(0, 7);

function setup(db, rows) {
  db.books.insertMany(rows.books);
  db.images.createIndex({ image_id: 1, hash: 1 }, { unique: true });
}

function hashOf(data) {
  let hash = 14695981039346656037n;
  for (const letter of data) hash = BigInt.asUintN(64, (hash ^ BigInt(letter.codePointAt(0))) * 1099511628211n);
  return hash.toString(16).padStart(16, "0");
}

function imageId(data, when) {
  return monthOf(when);
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
  unlessThere(() => db.images.insertOne({ image_id, hash, data }));
  db.books.updateOne({ _id: book }, { $set: { cover: image_id, hash } });
  return image_id;
}

function cover(db, book) {
  const found = db.books.findOne({ _id: book });
  return found?.cover === undefined ? null : db.images.findOne({ image_id: found.cover, hash: found.hash }, { _id: 0, image_id: 1, data: 1 });
}
