// fails: fields-walked
// says: constructor
// from: log-last.js
// Asks with `in` whether a field is there, which is also true of what every object inherits.

function fieldsWalked(db, document, path) {
  const [first, ...rest] = path.split(".");
  if (!(first in document)) return Object.keys(document).length;
  const at = Object.keys(document).indexOf(first);
  return rest.length === 0 ? at : at + fieldsWalked(db, document[first], rest.join("."));
}
