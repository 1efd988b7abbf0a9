// fails: always-shown
// says: the book showed "first" and got "second"
// from: month-and-hash.js
// Shows the image in its book before it is stored: a page that is read in between shows none.

function addImage(db, book, data) {
  const hash = hashOf(data);
  unlessThere(() => db.contents.insertOne({ _id: hash, image_id: imageId(data, new Date()) }));
  const { image_id } = db.contents.findOne({ _id: hash });
  db.books.updateOne({ _id: book }, { $set: { cover: image_id } });
  unlessThere(() => db.images.insertOne({ image_id, data }));
  return image_id;
}
