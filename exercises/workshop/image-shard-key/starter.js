// `images` is sharded by image_id: where an upload lands is up to you.

function setup(db, rows) {
  // rows.books: [{ _id, title }]; rows.uploads: [{ book, data, at }] are to try things with
  db.books.insertMany(rows.books);
}

// Sixteen hexadecimal digits, as a library for SHA-256 gives sixty-four: the same for the same data, otherwise any.
function hashOf(data) {
  let hash = 14695981039346656037n;
  for (const letter of data) hash = BigInt.asUintN(64, (hash ^ BigInt(letter.codePointAt(0))) * 1099511628211n);
  return hash.toString(16).padStart(16, "0");
}

// The value of the shard key for an upload.
function imageId(data, when) {
  return when.toISOString();
}

// Called the day before a month begins, with its first moment; leave it out if you do not need it.
function presplit(sh, month) {}

// Gives back the image_id that the data has.
function addImage(db, book, data) {
  const image_id = imageId(data, new Date());
  db.images.insertOne({ image_id, data });
  db.books.updateOne({ _id: book }, { $set: { cover: image_id } });
  return image_id;
}

// { image_id, data }, or null
function cover(db, book) {
  const { cover } = db.books.findOne({ _id: book });
  return db.images.findOne({ image_id: cover });
}

// Run shows where an upload is stored.
addImage(db, 1, "a picture");
cover(db, 1);
