// A user has ten numbered places, each a document; two unique indexes let a place and a book be taken once only.

const PLACES = [0, 1, 2, 3, 4, 5, 6, 7, 8, 9];

function setup(db, rows) {
  db.places.createIndex({ user: 1, book: 1 }, { unique: true });
  const used = new Map();
  const places = rows.recommendations.map(({ user, book }) => {
    const place = used.get(user) ?? 0;
    used.set(user, place + 1);
    return { _id: { user, place }, user, book };
  });
  if (places.length > 0) db.places.insertMany(places);
}

function recommend(db, user, book) {
  for (;;) {
    const taken = db.places.find({ user }).toArray();
    if (taken.some((place) => place.book === book)) return false;
    const place = PLACES.find((n) => taken.every(({ _id }) => _id.place !== n));
    if (place === undefined) return false;
    try {
      db.places.insertOne({ _id: { user, place }, user, book });
      return true;
    } catch (error) {
      // Somebody else took the place or sent the same book; the next look shows which.
      if (error.code !== 11000) throw error;
    }
  }
}

function withdraw(db, user, book) {
  return db.places.findOneAndDelete({ user, book }) !== null;
}

function remaining(db, user) {
  return 10 - db.places.countDocuments({ user });
}
