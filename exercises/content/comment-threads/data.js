// Discussions of 30 nodes. Scale 1 has 2,000 comments in the largest. Dates go back to before September 2001, when
// the milliseconds since 1970 got their thirteenth digit.

const IDS = ["34db", "34db2", "a", "a!", "a.b", "axb", "^c", "c$", "(d", "d|e", "[f]", "g*", "\\h", "O'Neil", "__proto__", "zoë", "1", "01", "$i", "a b"];
const NODES = ["7", "n.1", "$node", "__proto__"];

const quota = (n, top, s) => Array.from({ length: n }, (_, i) => Math.max(1, Math.round(top / (i + 1) ** s)));

function rows(rng, scale) {
  const comments = [];
  const add = (node, parent, posted) => {
    const at = comments.length;
    const _id = IDS[at] ?? `${rng.pick(["c", "C", "c.", ""])}${at}`;
    const comment = { _id, node, parent, author: rng.pick(["ann", "bob", "$ave", "zoë"]), text: rng.text(rng.int(3, 12)).slice(0, 90), posted };
    comments.push(comment);
    return comment;
  };
  // The odd ids are siblings of one moment: one id begins another, or is a pattern that matches it.
  const moment = new Date("2012-05-01T10:00:00Z");
  const odd = IDS.map(() => add(1, null, moment));
  for (const { _id } of odd.slice(0, 6)) add(1, _id, new Date("2012-05-01T11:00:00Z"));
  // One exchange goes 40 deep.
  let above = add(1, null, new Date("2001-08-20T00:00:00Z"));
  for (let depth = 1; depth <= 40; depth++) above = add(1, above._id, new Date("2001-09-09T00:00:00Z"));

  quota(scale > 1 ? 3 : Math.max(4, Math.round(30 * scale)), 2000 * scale, 1).forEach((count, i) => {
    const node = (i % 2 && NODES[(i - 1) / 2]) || i + 1;
    const own = [];
    for (let n = 0; n < count; n++) {
      const parent = own.length === 0 || rng() < 0.25 ? null : rng.pick(own);
      // One in five has the date of another one.
      const posted = own.length > 0 && rng() < 0.2 ? rng.pick(own).posted : rng.date(new Date("1999-01-01"), new Date("2012-10-01"));
      own.push(add(node, parent && parent._id, posted));
    }
  });
  return { comments: [comments.find(({ parent }) => parent !== null), ...rng.shuffle(comments)].filter((comment, i, all) => all.indexOf(comment) === i) };
}
