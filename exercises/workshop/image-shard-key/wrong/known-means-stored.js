// fails: crashes
// says: the client died in addImage
// from: month-and-hash.js
// Takes the image for stored when its hash is in the list; the client that wrote it there may have died.

// The image_id of some data is stored once, under its hash; the rest can be repeated.
function addImage(db, book, data) {
  const hash = hashOf(data);
  const known = db.contents.findOne({ _id: hash });
  const image_id = known?.image_id ?? imageId(data, new Date());
  if (!known) {
    unlessThere(() => db.contents.insertOne({ _id: hash, image_id }));
    unlessThere(() => db.images.insertOne({ image_id, data }));
  }
  db.books.updateOne({ _id: book }, { $set: { cover: image_id } });
  return image_id;
}
