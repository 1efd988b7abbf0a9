// fails: fields-walked
// says: on the way to
// from: log-last.js
// Counts the fields before the first part of the path, and not those on the levels below.

function fieldsWalked(db, document, path) {
  const names = Object.keys(document);
  const at = names.indexOf(path.split(".")[0]);
  return at < 0 ? names.length : at;
}
