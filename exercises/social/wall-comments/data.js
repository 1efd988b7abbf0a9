// Posts, the feeds that show them, and comments. The first post is in most feeds, and twice in one user's feed.
// Scale 1 has 200 posts, 500 feeds of 20 posts and 2,000 comments.

const POSTS = ["a.b", "$post", "7", 7, "__proto__", "A.B"];
const USERS = ["ann", "bob", "$ave", "o'neil", "zoë", 'said "hi"'];
const IDS = ["c.1", "c$1", "C1", "c-1", "c 1", "constructor"];

function rows(rng, scale) {
  const count = Math.max(12, Math.round(200 * scale));
  const ids = Array.from({ length: count }, (_, i) => (i > 0 && i <= POSTS.length ? POSTS[i - 1] : `p${i}`));
  const [from, to] = [new Date("2012-08-01T00:00:00Z"), new Date("2012-10-15T00:00:00Z")];
  let at = rng.date(from, to);
  const comments = Array.from({ length: Math.max(30, Math.round(2000 * scale)) }, (_, i) => {
    // One in six has the time of the one before; the last posts have no comments.
    if (rng() > 1 / 6) at = rng.date(from, to);
    const post = ids[Math.floor((count - 3) * rng() ** 2)];
    return { _id: IDS[i] ?? `c${i}`, post, user: rng.pick(USERS), text: `${rng() < 0.1 ? "$text, " : ""}${rng.text(rng.int(3, 8))}`, at };
  });
  const feeds = Array.from({ length: Math.max(10, Math.round(500 * scale)) }, (_, i) => {
    const own = new Set(rng() < 0.6 ? ["p0"] : []);
    while (own.size < Math.min(20, count - 2)) own.add(ids[Math.floor(count * rng() ** 1.6)]);
    return { _id: i % 10 === 7 ? `f.${i}` : i, posts: rng.shuffle([...own]) };
  });
  // One feed shows two posts twice, one shows nothing.
  feeds[1].posts = ["p0", "a.b", ids[8], "p0", "a.b", ids[count - 1]];
  feeds[2].posts = [];
  return { posts: ids.map((_id, i) => ({ _id, text: `${i % 9 === 3 ? "$5 " : ""}${rng.text(12)}` })), feeds, comments: rng.shuffle(comments) };
}
