// fails: history
// says: views(db, 
// from: c-ten-documents.js
// Shows one of the ten documents.

function views(db, video) {
  return db.parts.findOne({ video })?.views ?? 0;
}
