// fails: order
// says: belongs
// from: c-whole-thread.js
// Leaves replies of one moment in the order in which they were stored.

const before = (a, b) => a.posted - b.posted;
