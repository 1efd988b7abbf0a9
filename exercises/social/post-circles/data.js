// Members with their circles, and posts to everyone, to all circles or to some. Scale 1 has 400 members with five
// circles of ten each, and 2,000 posts; one in three is public.

const IDS = ["ann", "a", "a.b", "$ann", "o'neil", "zoë", "__proto__", "public", "circles", "a-b"];
const CIRCLES = ["family", "public", "a.b", "$friends", "b-c", "c", "circles", "constructor"];

function rows(rng, scale) {
  const count = Math.max(14, Math.round(400 * scale));
  const ids = Array.from({ length: count }, (_, i) => IDS[i] ?? `m${i}`);
  const size = Math.min(10, Math.round(count / 4));
  const members = ids.map((_id, i) => {
    const names = i === 3 ? ["family"] : i % 7 === 5 ? ["family", "friends", "work", "club", "street"] : rng.shuffle([...CIRCLES]).slice(0, 5);
    const others = ids.filter((other) => other !== _id);
    // A circle has ten members, one has none, and many are in two.
    return { _id, circles: names.map((name, k) => ({ name, members: k === 4 ? [] : rng.shuffle([...others]).slice(0, size) })) };
  });
  const [from, to] = [new Date("2012-08-01T00:00:00Z"), new Date("2012-10-15T00:00:00Z")];
  let at = rng.date(from, to);
  const posts = Array.from({ length: Math.max(80, Math.round(2000 * scale)) }, (_, i) => {
    if (rng() > 1 / 6) at = rng.date(from, to);
    const { _id: author, circles } = members[Math.floor(count * rng() ** 1.5)];
    const names = circles.map(({ name }) => name);
    const audience = rng.pick(["public", "public", "circles", "circles", rng.shuffle([...names]).slice(0, rng.int(0, 2)), [rng.pick(names)]]);
    return { _id: `p${i % 5 === 3 ? `.${i}` : i}`, author, audience, text: rng.text(rng.int(4, 10)), at };
  });
  return { members, posts: rng.shuffle(posts) };
}
