// fails: four
// says: 4000 operations by `_id` asked
// from: b-last-digits.js
// Stores the digits and does not send them: the router cannot compute them.

function filter(collection, filter) {
  return filter;
}
