// fails: one-document
// says: for 20 followers
// from: a-outlier-overflows.js
// Takes everybody with more than ten followers for famous.

const MOST = 10;
