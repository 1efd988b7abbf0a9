// Volumes and single books live in collections of their own; a list of all of them is a union.

function setup(db, rows) {
  db.volumes.createIndex({ series_title: 1, volume: 1 });
  db.volumes.createIndex({ volume: 1 });
  const volumes = rows.books.filter(({ type }) => type === "series");
  const rest = rows.books.filter(({ type }) => type !== "series");
  if (volumes.length > 0) db.volumes.insertMany(volumes);
  if (rest.length > 0) db.alone.insertMany(rest.map(slim));
}

const slim = ({ _id, title, pages }) => ({ _id, title, pages });

function addBook(db, book) {
  if (book.type === "series") db.volumes.insertOne(book);
  else db.alone.insertOne(slim(book));
}

function seriesBooks(db) {
  return db.volumes.find();
}

function volumesOf(db, seriesTitle) {
  return db.volumes.find({ series_title: seriesTitle }).sort({ volume: 1 });
}

function laterVolumes(db, n) {
  return db.volumes.find({ volume: { $gt: n } });
}

function singles(db) {
  return db.alone.find();
}

function allByVolume(db) {
  return db.alone.aggregate([{ $unionWith: "volumes" }, { $sort: { volume: 1 } }]);
}
