// Orders albums by the day on which they were issued: of two from one day, the later one may come second.
// fails: history
// says: albumsOf
// from: a-one-collection.js

function albumsOf(db, genre, n) {
  const day = ({ issued }) => Math.floor(issued / 86_400_000);
  const albums = db.products.find({ type: "album", "details.genre": genre }).toArray();
  return albums.sort((a, b) => day(b) - day(a) || (a.sku < b.sku ? -1 : 1)).slice(0, n);
}
