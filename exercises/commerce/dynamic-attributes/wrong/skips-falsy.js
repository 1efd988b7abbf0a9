// fails: history
// says: has 0 elements, promised 1
// from: a-list-of-pairs.js
// Takes 0, false and the empty string for "no value".

const stored = ({ attrs, ...product }) => ({ ...product, attrs: Object.entries(attrs).filter(([, v]) => v).map(([k, v]) => ({ k, v })) });
