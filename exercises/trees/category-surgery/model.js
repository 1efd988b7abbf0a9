// Each category has one parent; ancestors follow from the parents and the names.

const above = (categories, slug) => {
  if (slug === null) return [];
  const { _id, name, parent } = categories.get(slug);
  return [{ _id, slug, name }, ...above(categories, parent)];
};
const idOf = (categories, slug) => (slug === null ? null : categories.get(slug)._id);
const slugs = (g, categories) => (g.chance(0.1) ? g.pick(["nothing", "Bop", "bo", "a", ""]) : g.hot(["bop", "hard-bop", ...categories.keys()]));

model({
  scale: 0.05,
  start: (rows) => {
    const names = new Map(rows.categories.map(({ _id, slug }) => [_id, slug]));
    return new Map(rows.categories.map(({ ancestors, parent, ...category }) => [category.slug, { ...category, parent: names.get(parent) ?? null }]));
  },
  calls: {
    moveCategory: {
      weight: 2,
      args: (g, categories) => [slugs(g, categories), g.chance(0.2) ? null : g.pick(["swing", "bop", ...categories.keys(), "nothing"])],
      run: (categories, slug, parent) => {
        if (!categories.has(slug) || (parent !== null && !categories.has(parent))) return false;
        if (above(categories, parent).some((one) => one.slug === slug)) return false;
        categories.get(slug).parent = parent;
        return true;
      },
      while: [],
      crash: "repairable",
    },
    renameCategory: {
      // Sometimes the name that the parent has: ancestors of one name are still two.
      args: (g, categories) => {
        const slug = slugs(g, categories);
        const parent = categories.get(categories.get(slug)?.parent)?.name ?? "Bop";
        return [slug, g.chance(0.3) ? parent : g.chance(0.2) ? g.pick(["Bop", "$name", ""]) : g.name()];
      },
      run: (categories, slug, name) => {
        if (categories.has(slug)) categories.get(slug).name = name;
        return categories.has(slug);
      },
      while: [],
      crash: "repairable",
    },
    repairTree: { args: () => [], run: () => {}, while: [], crash: "repairable" },
  },
  long: {
    rows: ({ categories }, n) => {
      const bop = categories.find(({ slug }) => slug === "bop");
      const { _id, slug, name } = bop;
      const ancestors = [{ _id, slug, name }, ...bop.ancestors];
      const below = (i) => ({ ...bop, _id: 100_000 + i, slug: `below-${i}`, parent: _id, ancestors });
      return { categories: [...categories, ...Array.from({ length: n }, (_, i) => below(i))] };
    },
    calls: () => [["moveCategory", "bop", "swing"], ["renameCategory", "bop", "Bebop"]],
  },
  twins: "a category is known by its slug alone, and every category names its parent",
  stored: {
    categories: (categories) =>
      documents([...categories.values()].map((one) => ({ ...one, parent: idOf(categories, one.parent), ancestors: above(categories, one.parent) }))),
  },
  recover: "repairTree",
  names: "slugs character by character",
  promises: ["Editors write descriptions at any moment; none is lost.", "One editor at a time moves, renames or repairs."],
});
