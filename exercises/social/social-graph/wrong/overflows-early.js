// fails: one-document
// says: for 20 followers
// from: a-outlier-overflows.js
// Treats everybody with more than ten followers as famous.

const MOST = 10;
