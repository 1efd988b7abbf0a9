// A forum: one thread of 300 comments down to depth 12 at scale 1, and fifty small ones. Ids are of any length,
// so that one is often the beginning of another, and some comments were written in the same instant.

// What ids begin with; the last one comes after all characters of 16 bits.
const LETTERS = ["", "z", "", "\u{1D537}"];

function rows(rng, scale) {
  const comments = [];
  const ids = rng.shuffle(Array.from({ length: Math.round(1200 * scale) + 60 }, (_, i) => `${LETTERS[i % 4]}${i + 1}`));
  const users = ["ada", "o'neil", "zoë", "$ave", "李雷"];
  let at = Date.UTC(2012, 8, 1);
  const write = (thread, parent, depth) => {
    at += rng.pick([0, 0, 1000, 60_000]);
    const comment = { _id: ids.pop(), thread, parent, created: new Date(at), username: rng.pick(users), body: rng.text(rng.int(2, 9)) };
    comments.push(comment);
    return { id: comment._id, depth };
  };
  const grow = (thread, count, depth) => {
    const all = [];
    for (let i = 0; i < count; i++) {
      // Mostly an answer to something recent, so that the thread gets deep.
      const above = i === 0 || rng() < 0.1 ? null : rng.pick(all.slice(-4));
      const parent = above && above.depth < depth ? above : null;
      all.push(write(thread, parent?.id ?? null, (parent?.depth ?? -1) + 1));
    }
  };
  grow("t1", Math.round(300 * scale), 12);
  for (let i = 2; i <= Math.round(50 * scale) + 2; i++) grow(`t${i}`, rng.int(1, 8), 4);
  return { comments: rng.shuffle(comments) };
}
