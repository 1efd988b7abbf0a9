// A music shop's categories: Ragtime, Bop and their kin, and 400 made-up ones at scale 1, up to six levels deep.

const KNOWN = [
  ["ragtime", "Ragtime", null],
  ["bop", "Bop", "ragtime"],
  ["hard-bop", "Hard Bop", "bop"],
  ["modal-jazz", "Modal Jazz", "bop"],
  ["bop.2", "Bop: the $econd", "ragtime"],
  ["bop-2", "Bop, too", "ragtime"],
  ["bop-2-live", "Bop, too: live", "bop-2"],
  ["bo", "Bo Diddley's", null],
  ["chanson", "Chançon", null],
  ["enka", "演歌", "chanson"],
  ["__proto__", "Proto-Jazz", "bo"],
  ["constructor", "Constructivism", "__proto__"],
];

function rows(rng, scale) {
  const categories = KNOWN.map(([slug, name, parent]) => ({ slug, name, parent }));
  const depth = new Map();
  for (const { slug, parent } of categories) depth.set(slug, parent === null ? 1 : depth.get(parent) + 1);
  while (categories.length < 400 * scale) {
    const parent = rng() < 0.03 ? null : rng.pick(categories).slug;
    if (parent !== null && depth.get(parent) >= 6) continue;
    const slug = `style-${categories.length}`;
    depth.set(slug, parent === null ? 1 : depth.get(parent) + 1);
    // Names repeat; only slugs are unique.
    categories.push({ slug, name: `Style ${rng.int(1, 50)}`, parent });
  }
  return { categories: rng.shuffle(categories) };
}
