// fails: history
// says: promised 1
// from: no-preallocation.js
// Names a day by its numbers written together: the 12th of January is the 2nd of November.

function dayOf(when) {
  return new Date(Number([when.getUTCFullYear(), when.getUTCMonth() + 1, when.getUTCDate()].join("")));
}
