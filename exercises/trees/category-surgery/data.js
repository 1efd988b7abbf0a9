// A music shop's categories, each with all those above it; below Bop there are some sixty on three levels at scale 1.

function rows(rng, scale) {
  const list = [
    ["ragtime", "Ragtime", null],
    ["swing", "Swing", "ragtime"],
    ["bop", "Bop", "ragtime"],
    ["hard-bop", "Hard Bop", "bop"],
    ["modal-jazz", "Modal Jazz", "bop"],
    ["chanson", "Chançon", null],
    ["a.b", "$wing's End", "swing"],
  ].map(([slug, name, parent]) => ({ slug, name, parent }));
  const depth = new Map([["bop", 2], ["hard-bop", 3], ["modal-jazz", 3]]);
  const below = ["bop", "hard-bop", "modal-jazz"];
  for (let i = 0; i < Math.round(60 * scale); i++) {
    const parent = rng.pick(below.filter((slug) => depth.get(slug) < 5));
    const slug = `bop-${i}`;
    depth.set(slug, depth.get(parent) + 1);
    below.push(slug);
    // Another category has the same name now and then.
    list.push({ slug, name: i % 7 === 0 ? "Bop" : `Style ${i}`, parent });
  }
  for (let i = 0; i < Math.round(300 * scale); i++) {
    list.push({ slug: `other-${i}`, name: `Other ${i}`, parent: rng.pick(["swing", "chanson", "a.b", null]) });
  }

  const ids = new Map(rng.shuffle([...list]).map(({ slug }, i) => [slug, i + 1]));
  const bySlug = new Map(list.map((category) => [category.slug, category]));
  // Nearest first.
  const above = (slug) =>
    slug === null ? [] : [{ _id: ids.get(slug), slug, name: bySlug.get(slug).name }, ...above(bySlug.get(slug).parent)];
  return {
    categories: rng.shuffle(
      list.map(({ slug, name, parent }) => ({
        _id: ids.get(slug),
        slug,
        name,
        description: `All about ${name}.`,
        parent: parent === null ? null : ids.get(parent),
        ancestors: above(parent),
      })),
    ),
  };
}
