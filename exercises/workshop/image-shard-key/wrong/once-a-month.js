// fails: history
// says: promised
// from: month-and-hash.js
// The same data is known by its image_id, and that is another one next month.

// The image_id of some data is stored once, under its hash; the rest can be repeated.
function addImage(db, book, data) {
  const image_id = imageId(data, new Date());
  unlessThere(() => db.images.insertOne({ image_id, data }));
  db.books.updateOne({ _id: book }, { $set: { cover: image_id } });
  return image_id;
}
