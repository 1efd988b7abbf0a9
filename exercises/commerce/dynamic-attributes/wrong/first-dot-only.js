// fails: history
// says: 'a.b.c'
// from: b-wildcard-index.js
// Encodes the first dot of a name, and leaves the second.

const encoded = (name) => name.replace(/[%$]/g, (sign) => `%${sign.charCodeAt(0).toString(16)}`).replace(".", "%2e");
