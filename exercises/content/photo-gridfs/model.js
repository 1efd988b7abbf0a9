// Photos by name: their tags, and how their bytes are made. A photo is there once its upload has come to its end.

const KB = 1024;
const MINE = ["new/1", "a.b", "$new"];
const SIZES = [5, 0, 1000, 5000];
const TAGS = ["new", "mill", "$tag", "a.b"];

// Bytes that differ from place to place and from photo to photo; made once.
const known = new Map();
function bytesOf({ size, salt }) {
  const key = `${size} ${salt}`;
  if (known.has(key)) return known.get(key);
  const bytes = new Uint8Array(size);
  for (let i = 0; i < size; i++) bytes[i] = (i * 31 + (i >> 8) * 7 + salt * 101) & 255;
  known.set(key, bytes);
  return bytes;
}

const piecesOf = ({ size, piece }) => Math.ceil(size / piece);

// Returns one piece after the other, and null after the last one.
function source(upload) {
  const bytes = bytesOf(upload);
  let at = 0;
  return () => (at >= bytes.length ? null : new Binary(bytes.slice(at, (at += upload.piece))));
}

const upload = (size, piece, salt) =>
  madeFrom({ size, piece, salt }, `${amountOf(piecesOf({ size, piece }), "piece")} with ${amountOf(size, "byte")}`, source);
// The place of the first byte that differs, or -1.
function firstDifference(found, bytes) {
  for (let i = 0; i < bytes.length; i++) if (found[i] !== bytes[i]) return i;
  return -1;
}

const isSame = (found, bytes) =>
  found?._bsontype === "Binary" && found.length() === bytes.length && firstDifference(found.buffer, bytes) < 0;

model({
  scale: 0.1,
  clock: [{ minutes: 1 }, { minutes: 6 }],
  start: ({ photos }) =>
    new Map(photos.map(({ name, tags, data }) => {
      const bytes = new Uint8Array(data.buffer.subarray(0, data.length()));
      return [name, { tags, size: bytes.length, bytes: () => bytes }];
    })),
  calls: {
    upload: {
      args: (g, photos) => {
        const size = g.pick(SIZES);
        const name = g.hot([...MINE, [...photos.keys()][0]]);
        return [name, g.shuffle(TAGS).slice(0, g.int(0, 2)), upload(size, g.pick([2000, 5000]), g.int(1, 4))];
      },
      run: (photos, name, tags, { data }) => void photos.set(name, { tags, ...data, bytes: () => bytesOf(data) }),
    },
    read: {
      reads: true,
      args: (g, photos) => {
        const name = g.chance(0.1) ? "nobody" : g.hot([...MINE, ...photos.keys()]);
        const size = photos.get(name)?.size ?? 0;
        return [name, g.pick([0, Math.max(0, size - 3), size, size + 1, 1999, Math.floor(size / 2)]), g.pick([10 * KB, 0, 1, 4, 1_000_000])];
      },
      run: (photos, name, from, length) => {
        if (!photos.has(name)) return exactly(null);
        const part = photos.get(name).bytes().subarray(from, from + length);
        return satisfies((found) => isSame(found, part), `the photo's ${amountOf(part.length, "byte")} from ${from} on`);
      },
    },
    list: {
      reads: true,
      args: (g) => [g.pick([...TAGS, "nothing"])],
      run: (photos, tag) => anyOrder([...photos].filter(([, { tags }]) => tags.includes(tag)).map(([name, { size }]) => ({ name, length: size }))),
    },
    sweep: { args: () => [], run: () => undefined, silent: true },
  },
  // Many photos with one tag.
  long: {
    rows: ({ photos }, n) => ({ photos: [...photos, ...Array.from({ length: n }, (_, i) => ({ name: `long ${i}`, tags: ["long"], data: new Binary(new Uint8Array([i % 256])) }))] }),
    calls: () => [["list", "long"]],
  },
  // Photos whose names and numbers of pieces are the same text when they are joined.
  twins: {
    calls: () => [
      ["upload", "twin", [], upload(40_000, 2000, 1)],
      ["upload", "twin1", [], upload(25_000, 2000, 2)],
      ["read", "twin", 0, 40_000],
      ["read", "twin1", 0, 40_000],
    ],
  },
  observe: (photos) => [...TAGS.map((tag) => ["list", tag]), ...[...MINE, ...photos.keys()].map((name) => ["read", name, 0, 6000])],
  names: "photos and tags character by character",
  promises: ["Of two uploads of one name, the last one to end wins."],
});
