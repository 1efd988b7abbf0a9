// 10,000 pages of a website at scale 1; three in a hundred have a short description already, some of them an empty one.

function rows(rng, scale) {
  const count = Math.max(1, Math.round(10_000 * scale));
  return {
    nodes: rng.shuffle(
      Array.from({ length: count }, (_, i) => {
        const node = {
          _id: i + 1,
          title: `Page ${i + 1}`,
          url: `/${rng.pick(["a.b", "d'or", "$", "zoë", "page"])}/${i + 1}`,
          type: rng.pick(["page", "photo", "folder"]),
          size: rng.int(1, 5000),
        };
        if (i === 2) node.short_description = "";
        else if (rng() < 0.03) node.short_description = rng.pick(["", "A fine page.", "$1 off", "(none yet)!"]);
        return node;
      }),
    ),
  };
}
