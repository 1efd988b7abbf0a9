// fails: meets
// says: a photo was replaced and swept while somebody read it
// from: a-pointer-to-chunks.js
// Takes what it finds of the chunks, though they may have been swept away since the name was read.

function read(db, name, from, length) {
  const photo = db.names.findOne({ _id: name, file: { $exists: true } }, { file: 1, length: 1 });
  if (!photo) return null;
  const end = Math.min(from + length, photo.length);
  if (end <= from) return new Binary(new Uint8Array(0));
  const first = Math.floor(from / CHUNK);
  const range = { $gte: { file: photo.file, n: first }, $lte: { file: photo.file, n: Math.floor((end - 1) / CHUNK) } };
  const bytes = joined(db.chunks.find({ _id: range }).sort({ _id: 1 }).toArray().map(({ data }) => data.buffer));
  const part = bytes.subarray(from - first * CHUNK, end - first * CHUNK);
  return new Binary(part);
}
