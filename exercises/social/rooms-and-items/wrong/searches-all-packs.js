// fails: reads
// says: and examined
// from: d-one-pipeline.js
// Has no index for what a player carries: each view reads all items of the game.

function setup(db, rows) {
  db.players.createIndex({ room: 1 });
  db.items.createIndex({ room: 1 });
  db.rooms.insertMany(rows.rooms);
  db.players.insertMany(rows.players);
  db.items.insertMany(rows.items);
}
