// fails: closing
// says: its hour is closed
// from: d-month-in-a-document.js
// Closes an hour a millisecond too late.

const firstOpen = () => new Date(Math.floor((Date.now() - 1) / HOUR) * HOUR - HOUR);
