// The categories: each has a slug of its own, a name, and a parent or none.

const line = (shop, slug) => {
  if (!shop.has(slug)) return [];
  const { name, parent } = shop.get(slug);
  return [...line(shop, parent), { slug, name }];
};
const slugs = (g, shop) => (g.chance(0.2) ? g.name() : g.hot(["hard-bop", "bop", ...shop.keys()]));

model({
  scale: 0.03,
  start: (rows) => new Map(rows.categories.map(({ slug, name, parent }) => [slug, { name, parent }])),
  calls: {
    addCategory: {
      weight: 3,
      args: (g, shop) => [
        {
          slug: g.chance(0.1) ? g.hot([...shop.keys()]) : g.name(),
          name: g.chance(0.5) ? g.name() : "Style",
          parentSlug: g.chance(0.15) ? null : g.chance(0.05) ? "" : slugs(g, shop),
        },
      ],
      run: (shop, { slug, name, parentSlug }) => {
        if (shop.has(slug) || (parentSlug !== null && !shop.has(parentSlug))) return false;
        shop.set(slug, { name, parent: parentSlug });
        return true;
      },
      grows: (g, shop, n) => [{ slug: `style ${n}`, name: `Style ${n % 7}`, parentSlug: "hard-bop" }],
    },
    breadcrumbs: { reads: true, args: (g, shop) => [slugs(g, shop)], run: line },
    descendants: {
      reads: true,
      args: (g, shop) => [slugs(g, shop)],
      run: (shop, slug) =>
        anyOrder(
          [...shop]
            .filter(([other]) => other !== slug && line(shop, other).some((step) => step.slug === slug))
            .map(([other, { name }]) => ({ slug: other, name })),
        ),
    },
  },
  observe: (shop) => [...shop.keys()].flatMap((slug) => [["breadcrumbs", slug], ["descendants", slug]]),
  names: "slugs character by character: `bop` is not `Bop`",
});
