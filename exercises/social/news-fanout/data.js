// Readers, the authors whom they follow, and posts. One author has 300 followers, three have 99, 100 and 101.
// Scale 1 has 400 members and 1,500 posts of ten weeks; a smaller scale has fewer, but 120 members at least.

const IDS = ["ann", "Ann", "a.b", "a", "$ann", "o'neil", "zoë", "__proto__", "constructor", "two words"];
const POSTS = ["p.1", "p$", "P1", "p-1", "__proto__", "p 1"];

function rows(rng, scale) {
  const count = Math.max(120, Math.round(400 * scale));
  const ids = Array.from({ length: count }, (_, i) => IDS[i] ?? `m${i}`);
  const fans = Math.max(105, Math.round(300 * scale));
  const mean = scale < 0.3 ? 5 : 18;
  const members = ids.map((_id, i) => {
    const follows = new Set();
    for (let n = rng.int(1, 2 * mean); n > 0; n--) follows.add(ids[Math.floor(count * rng() ** 2)]);
    return { _id, follows, at: i };
  });
  // Somebody follows nobody, somebody all; nobody else comes near a hundred followers.
  members[3].follows = new Set();
  const followers = (id) => members.filter(({ follows }) => follows.has(id)).length;
  for (const id of ids) for (const { follows } of members) if (follows.has(id) && followers(id) > 60) follows.delete(id);
  members[5].follows = new Set(ids);
  const stars = [["celebrity", fans], ["has 101", 101], ["has 100", 100], ["has 99", 99]];
  for (const { follows, at } of members) for (const [id, most] of stars) if (at < most) follows.add(id);
  for (const [id] of stars) members.push({ _id: id, follows: new Set(id === "has 99" ? [id] : ["ann"]) });
  // The one with 99 follows itself in place of one of the others.
  members[98].follows.delete("has 99");

  const authors = [...ids.slice(0, 3), ...ids.slice(4), ...stars.map(([id]) => id)];
  const [from, to] = [new Date("2012-08-06T00:00:00Z"), new Date("2012-10-15T00:00:00Z")];
  let at = rng.date(from, to);
  const posts = Array.from({ length: Math.max(60, Math.round(1500 * scale)) }, (_, i) => {
    // One in six has the time of the one before.
    if (rng() > 1 / 6) at = rng.date(from, to);
    const author = i % 12 === 0 ? rng.pick(stars)[0] : rng.pick(authors);
    return { _id: POSTS[i] ?? `p${i}`, author, text: rng.text(rng.int(4, 12)), at };
  });
  return { members: members.map(({ _id, follows }) => ({ _id, follows: rng.shuffle([...follows]) })), posts: rng.shuffle(posts) };
}
