// fails: predicted
// says: the walk took
// from: a-sort-before-range.js
// Counts the events since `from`, as if they lay next to each other in an index sorted by ms.

function keys(rows, { name, args }) {
  const { events } = rows;
  if (name === "pathDay") {
    const [path, day] = args;
    const own = events.filter((event) => event.path === path && event.time >= day && event.time - day < 86_400_000);
    return { keys: own.length, sorts: false };
  }
  if (name === "hostLatest") {
    const [host, n] = args;
    return { keys: Math.min(n, events.filter((event) => event.host === host).length), sorts: false };
  }
  const [status, from, n] = args;
  return { keys: Math.min(n, events.filter((event) => event.status === status && event.time >= from).length), sorts: false };
}
