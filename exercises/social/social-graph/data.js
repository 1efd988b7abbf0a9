// Members and who follows whom. Scale 1 has 400 members with 6,000 links, and a celebrity with 5,000 followers who
// follow nobody else.

const IDS = ["ann", "Ann", "a.b", "a", "$ann", "o'neil", "zoë", "__proto__", "constructor", "a-b", "followers", "two words", "10", "9"];

function rows(rng, scale) {
  const count = Math.max(20, Math.round(400 * Math.min(1, scale)));
  const ids = Array.from({ length: count }, (_, i) => IDS[i] ?? `member${i}`);
  const fans = Array.from({ length: Math.max(12, Math.round(5000 * scale)) }, (_, i) => `fan.${(i * 7919) % 100_003}`);
  const links = [];
  for (const from of ids) {
    const known = new Set([from]);
    // The first members are followed more than the others.
    for (let n = Math.min(count - 2, rng.int(2, 28)); n > 0; n--) {
      const to = ids[Math.floor(count * rng() ** 1.5)];
      if (known.has(to)) continue;
      known.add(to);
      links.push({ from, to });
    }
  }
  for (const from of fans) links.push({ from, to: "celebrity" });
  const members = [...ids, "celebrity", "nobody's friend", ...fans].map((_id, i) => ({ _id, name: `${rng.text(1).slice(0, -1)} ${i}` }));
  return { members: [members[0], ...rng.shuffle(members.slice(1))], links: rng.shuffle(links) };
}
