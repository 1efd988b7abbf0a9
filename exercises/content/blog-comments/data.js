// A blog: posts and their comments. Few posts get most comments, and one user writes nearly a third of them.
// Scale 1 has 200 posts, the most discussed one with 500 comments; a larger scale has more comments on fewer posts.

const quota = (n, top, s) => Array.from({ length: n }, (_, i) => Math.max(1, Math.round(top / (i + 1) ** s)));

const POSTS = ["7", "a.b", "$post", "__proto__", "A.B"];
const USERS = ["ann.lee", "bob", "Bob", "$ave", "o'neil", "zoë", "__proto__", "a b", 'said "hi"'];
const IDS = ["c.1", "c$1", "C1", "c-1", "c 1", "constructor"];

function rows(rng, scale) {
  const count = scale > 1 ? 8 : Math.max(6, Math.round(200 * scale));
  const posts = Array.from({ length: count }, (_, i) => (i > 0 && i % 5 === 0 && POSTS[i / 5 - 1]) || i + 1);
  const from = new Date("2010-10-01T00:00:00Z");
  const to = new Date("2012-10-01T00:00:00Z");
  const drafts = quota(count, 500 * scale, 0.9).flatMap((comments, at) => {
    let created = rng.date(from, to);
    return Array.from({ length: comments }, () => {
      // One in seven has the date of another one of the post.
      if (rng() >= 1 / 7) created = rng.date(from, to);
      const user = rng() < 0.3 ? USERS[0] : rng() < 0.3 ? rng.pick(USERS) : `reader${rng.int(1, Math.max(9, Math.round(600 * scale)))}`;
      const text = (rng() < 0.1 ? "$title, $5 well spent. " : "") + rng.text(rng.int(20, 40)).slice(0, 230);
      return { post: posts[at], user, text, created };
    });
  });
  const comments = rng.shuffle(drafts).map((draft, i) => ({ _id: i < IDS.length ? IDS[i] : `c${i + 1}`, ...draft }));
  const quiet = ["quiet", "quiet.$"];
  return {
    posts: [...posts, ...quiet].map((_id, i) => ({ _id, title: i % 9 === 3 ? `$${i} a day` : `Post ${i + 1}`, text: rng.text(220).slice(0, 1500) })),
    comments,
  };
}
