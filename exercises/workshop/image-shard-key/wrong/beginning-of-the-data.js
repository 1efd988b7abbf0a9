// fails: stored
// says: the image_id of new data
// from: month-and-hash.js
// Takes the first letters of the data for a hash: files of a kind begin alike.

const shortOf = (data) => data.slice(0, 16);

function imageId(data, when) {
  return `${monthOf(when)}-${shortOf(data)}`;
}

// The image_id of some data is stored once, under its hash; the rest can be repeated.
function addImage(db, book, data) {
  const hash = shortOf(data);
  unlessThere(() => db.contents.insertOne({ _id: hash, image_id: imageId(data, new Date()) }));
  const { image_id } = db.contents.findOne({ _id: hash });
  unlessThere(() => db.images.insertOne({ image_id, data }));
  db.books.updateOne({ _id: book }, { $set: { cover: image_id } });
  return image_id;
}
