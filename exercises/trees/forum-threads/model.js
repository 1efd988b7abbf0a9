// The comments, in the order in which they are read.

const IDS = ["9", "10", "1", "a1", "A1", "Z", "z", "100", "0x", "B", "abc", "Abc", "2", "20"];
const TIMES = [0, 0, 1, 1000, -1000].map((ms) => new Date(Date.UTC(2012, 9, 1) + ms));
// Milliseconds since 1970 have twelve digits before this moment in 2001, and thirteen from then on.
const MORE_DIGITS = new Date(1e12);
const inOrder = (a, b) => a.created - b.created || (a._id < b._id ? -1 : 1);
const tree = (comments, thread, parent, depth) =>
  comments
    .filter((one) => one.thread === thread && one.parent === parent)
    .sort(inOrder)
    .flatMap((one) => [shown(one, depth), ...tree(comments, thread, one._id, depth + 1)]);
const shown = ({ _id, username, body }, depth) => ({ _id, depth, username, body });
const depthOf = (comments, { parent }) => (parent === null ? 0 : 1 + depthOf(comments, comments.find(({ _id }) => _id === parent)));

model({
  scale: 0.04,
  start: (rows) => rows.comments.map((comment) => ({ ...comment })),
  calls: {
    reply: {
      weight: 3,
      args: (g, comments) => {
        const above = g.chance(0.6) ? g.pick(comments.slice(-6)) : g.hot(comments);
        const thread = g.chance(0.85) ? above.thread : g.pick(["t1", "t2", "new"]);
        const _id = g.chance(0.7) ? g.pick(IDS) + comments.length : g.pick(IDS);
        const created = g.chance(0.2) ? g.around(MORE_DIGITS) : g.hot(TIMES);
        const comment = { _id, created, username: g.name(), body: g.text(2) };
        return [thread, g.chance(0.2) ? null : g.chance(0.9) ? above._id : "unknown", comment];
      },
      allowed: (comments, thread, parent, { _id }) => !comments.some((one) => one._id === _id),
      run: (comments, thread, parent, comment) => {
        if (parent !== null && !comments.some((one) => one._id === parent && one.thread === thread)) return false;
        comments.push({ ...comment, thread, parent });
        return true;
      },
      // Sixty answers to answers, then a long list.
      grows: (g, comments, n) => {
        const parent = n > 1 && n <= 60 ? `g${n - 1}` : comments[0]._id;
        const created = new Date(Date.UTC(2012, 10, 1) + n);
        return [comments[0].thread, parent, { _id: `g${n}`, created, username: "ann", body: "Again." }];
      },
      crash: "either",
    },
    thread: { reads: true, args: (g) => [g.pick(["t1", "t2", "t3", "new", "none"])], run: (comments, id) => tree(comments, id, null, 0) },
    subtree: {
      reads: true,
      args: (g, comments) => [g.chance(0.1) ? "unknown" : g.hot(comments)._id],
      run: (comments, id) => {
        const top = comments.find(({ _id }) => _id === id);
        if (!top) return [];
        const depth = depthOf(comments, top);
        return [shown(top, depth), ...tree(comments, top.thread, id, depth + 1)];
      },
    },
  },
  twins: "a comment is known by its `_id` alone",
  observe: (comments) => [...new Set(comments.map(({ thread }) => thread))].map((id) => ["thread", id]).concat(comments.slice(0, 12).map(({ _id }) => ["subtree", _id])),
  names: "ids go character by character, as the database does: `B` comes before `a`, `10` before `9`",
});
