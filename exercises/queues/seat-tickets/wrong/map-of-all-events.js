// fails: history
// says: seatMap(db
// from: also-transactions.js
// Draws the section of every event into one map.

async function seatMap(db, event, section) {
  const seats = await db.seats.find({ section }).toArray();
  return Object.fromEntries(seats.map(({ seat, order }) => [seat, order === null ? 1 : 0]));
}
