// fails: history
// says: has 0 elements, promised 1
// from: b-wildcard-index.js
// Stores names as they are: in a query the dot of `a.b` leads into a sub-document that is not there.

const encoded = (name) => name;
const decoded = (name) => name;
