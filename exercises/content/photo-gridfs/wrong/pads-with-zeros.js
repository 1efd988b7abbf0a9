// fails: bytes
// says: not 1
// from: a-pointer-to-chunks.js
// Returns as many bytes as were asked for, zeros past the end.

function read(db, name, from, length) {
  for (;;) {
    const photo = db.names.findOne({ _id: name, file: { $exists: true } }, { file: 1, length: 1 });
    if (!photo) return null;
    const end = Math.min(from + length, photo.length);
    if (end <= from) return new Binary(new Uint8Array(0));
    const first = Math.floor(from / CHUNK);
    const range = { $gte: { file: photo.file, n: first }, $lte: { file: photo.file, n: Math.floor((end - 1) / CHUNK) } };
    const chunks = joined(db.chunks.find({ _id: range }).sort({ _id: 1 }).toArray().map(({ data }) => data.buffer));
    const part = chunks.subarray(from - first * CHUNK, end - first * CHUNK);
    if (part.length === end - from) {
      const bytes = new Uint8Array(length);
      bytes.set(part);
      return new Binary(bytes);
    }
    // The photo was replaced and its chunks were swept away meanwhile: the name leads to others now.
  }
}
