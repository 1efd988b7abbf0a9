// Copies on the shelf.

function rows(rng, scale) {
  const shelf = [
    { _id: "Emma", copies: 4 },
    { _id: "Ulysses", copies: 1 },
    { _id: "Beloved", copies: 0 },
    { _id: "A.I.", copies: rng.int(2, 9) },
    { _id: "emma", copies: rng.int(2, 9) },
  ];
  if (scale > 1) for (const title of ["$1 a Day", "O'Neil", "__proto__"]) shelf.push({ _id: title, copies: rng.int(0, 3) });
  return { shelf };
}
