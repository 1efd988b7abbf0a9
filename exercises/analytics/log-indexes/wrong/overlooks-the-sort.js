// fails: predicted
// says: `sorts` is false, the plan sorts
// from: b-range-before-sort.js
// Assumes that an index which contains ms also sorts by it.

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
  const [status, from] = args;
  return { keys: events.filter((event) => event.status === status && event.time >= from).length, sorts: false };
}
