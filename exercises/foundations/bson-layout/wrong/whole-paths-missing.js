// fails: fields-walked
// says: on the way to
// from: log-last.js
// Counts nothing on the way to a field that is not there.

function fieldsWalked(db, document, path) {
  const [first, ...rest] = path.split(".");
  const names = Object.keys(document);
  const at = names.indexOf(first);
  if (at < 0) return 0;
  return rest.length === 0 ? at : at + fieldsWalked(db, document[first], rest.join("."));
}
