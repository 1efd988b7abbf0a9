// fails: history
// says: returned true, promised false
// from: d-month-in-a-document.js
// Closes an hour a millisecond too late.

const firstOpen = () => new Date(Math.floor((Date.now() - 1) / HOUR) * HOUR - HOUR);
