// fails: history
// says: in another order
// from: a-path.js
// Writes each character of an id as a hexadecimal number, however many digits that has.

const hex = (text) => Array.from(text, (character) => character.codePointAt(0).toString(16)).join("");
const part = ({ posted, _id }) => `${posted.toISOString()}${hex(_id)}`;
