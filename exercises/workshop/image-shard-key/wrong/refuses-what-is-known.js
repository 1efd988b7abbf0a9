// fails: history
// says: cover(db
// from: month-and-hash.js
// What is known already is not stored again, and its book gets nothing.

// The image_id of some data is stored once, under its hash; the rest can be repeated.
function addImage(db, book, data) {
  const hash = hashOf(data);
  const known = db.contents.findOne({ _id: hash });
  if (known && db.images.findOne({ image_id: known.image_id })) return known.image_id;
  unlessThere(() => db.contents.insertOne({ _id: hash, image_id: imageId(data, new Date()) }));
  const { image_id } = db.contents.findOne({ _id: hash });
  unlessThere(() => db.images.insertOne({ image_id, data }));
  db.books.updateOne({ _id: book }, { $set: { cover: image_id } });
  return image_id;
}
