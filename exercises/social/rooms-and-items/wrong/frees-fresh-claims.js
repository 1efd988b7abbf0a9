// fails: slow
// says: "lamp" is with "ann" and with "bob"
// from: b-claims.js
// The repair removes every mark, also those of clients that are only slow.

function repair(db) {
  db.rooms.updateMany({ "items.by": { $exists: true } }, { $unset: { "items.$[].by": "" } });
}
