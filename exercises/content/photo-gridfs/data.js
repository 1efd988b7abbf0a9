// Photos of all sizes, some at the borders of what a chunk may hold. Scale 1 has 24 photos with 6 MB.

const NAMES = ["7", "a/b.jpg", "$cover", "__proto__", "Mill.jpg", "mill.jpg", "it's \"new\"", "zoë.png"];
const KB = 1024;

function bytes(rng, size) {
  let state = rng.int(1, 1_000_000_000);
  const data = new Uint8Array(size);
  for (let i = 0; i < size; i++) {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    data[i] = state >>> 24;
  }
  return new Binary(data);
}

function rows(rng, scale) {
  const small = [90 * KB, 0, 64 * KB, 1, 300_000, 12_345];
  const large = [1_200_000, 255 * KB, 255 * KB + 1, 510 * KB, 256 * KB, 700_000];
  const sizes = scale < 0.5 ? small : [...small, ...large, ...small.slice(0, 3), ...Array.from({ length: 9 }, () => rng.int(1000, 600_000))];
  const photos = sizes.map((size, i) => ({
    name: (i % 2 && NAMES[(i - 1) / 2]) || `photo-${i}.jpg`,
    tags: rng.shuffle(["mill", "river", "$tag", "a.b"]).slice(0, (i + 2) % 4),
    data: bytes(rng, size),
  }));
  return { photos };
}
