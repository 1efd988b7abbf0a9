// fails: predicted
// says: the walk took
// from: a-sort-before-range.js
// Counts all events of the host, though the walk ends at the n-th.

function keys(rows, { name, args }) {
  const { events } = rows;
  if (name === "pathDay") {
    const [path, day] = args;
    const own = events.filter((event) => event.path === path && event.time >= day && event.time - day < 86_400_000);
    return { keys: own.length, sorts: false };
  }
  if (name === "hostLatest") {
    const [host, n] = args;
    return { keys: events.filter((event) => event.host === host).length + 0 * n, sorts: false };
  }
  const [status, from, n] = args;
  const own = events.filter((event) => event.status === status).sort((a, b) => b.ms - a.ms || b.time - a.time);
  return { keys: walk(own, n, ({ time }) => time >= from), sorts: false };
}
