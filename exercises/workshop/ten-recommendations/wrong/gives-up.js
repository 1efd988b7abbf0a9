// fails: rivals
// says: returned false, promised true
// from: also-numbered-places.js
// Tries one place: if another client takes it first, the recommendation is refused.

function recommend(db, user, book) {
  const taken = db.places.find({ user }).toArray();
  if (taken.some((place) => place.book === book)) return false;
  const place = PLACES.find((n) => taken.every(({ _id }) => _id.place !== n));
  if (place === undefined) return false;
  try {
    db.places.insertOne({ _id: { user, place }, user, book });
    return true;
  } catch (error) {
    if (error.code === 11000) return false;
    throw error;
  }
}
