// fails: history
// says: promised 1
// from: flat-minutes.js
// Rounds to the nearest minute, so half of a minute belongs to the next.

const minuteOf = (when) => Math.round((when % DAY) / 60000);
