// Bytes are right to the last, readers see one photo or the other, and no bytes are left that nobody can reach.

const show = (value) => JSON.stringify(value) ?? "nothing";
const KB = 1024;

// Bytes that differ from place to place and from photo to photo.
function bytesOf(size, salt) {
  const bytes = new Uint8Array(size);
  let state = salt;
  for (let i = 0; i < size; i++) {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    bytes[i] = state >>> 24;
  }
  return bytes;
}

// A source of pieces; `each` is called before every piece and before the end, with its number.
function source(bytes, size, each = () => {}) {
  let [at, number] = [0, 0];
  return () => {
    each(number);
    number += 1;
    if (at >= bytes.length) return null;
    const piece = new Binary(bytes.slice(at, at + size));
    at += size;
    return piece;
  };
}

// The place of the first byte that differs, or -1. A loop: there are megabytes to compare.
function firstDifference(found, bytes) {
  for (let i = 0; i < bytes.length; i++) if (found[i] !== bytes[i]) return i;
  return -1;
}

const isSame = (found, bytes) => found.length === bytes.length && firstDifference(found, bytes) < 0;

// The bytes that `read` returned, or null.
function bytesRead(t, w, name, from, length) {
  const found = w.call("read", name, from, length);
  if (found === null) return null;
  if (found?._bsontype !== "Binary") t.fail(`read(db, ${show(name)}, ${from}, ${length}) returned ${show(found).slice(0, 80)}, not BinData`);
  return new Uint8Array(found.buffer.subarray(0, found.length()));
}

function expectBytes(t, w, name, from, length, bytes, when = "") {
  const found = bytesRead(t, w, name, from, length);
  const call = `${when}read(db, ${show(name)}, ${from}, ${length})`;
  t.expect.that(found !== null, `${call} returned null`);
  t.expect.that(found.length === bytes.length, `${call} returned ${amountOf(found.length, "byte")}, not ${bytes.length}`);
  const at = firstDifference(found, bytes);
  t.expect.that(at < 0, `${call}: byte ${at} differs, it is byte ${from + at} of the photo`);
}

// What a reader sees is one of these photos as a whole; `null` is none.
function expectOneOf(t, w, name, photos, when) {
  const found = bytesRead(t, w, name, 0, 10_000_000);
  const right = photos.some((bytes) => (found === null ? bytes === null : bytes !== null && isSame(found, bytes)));
  const sizes = photos.map((bytes) => (bytes === null ? "none" : `${bytes.length} bytes`)).join(" or ");
  t.expect.that(right, `${when}, read returned ${found === null ? "null" : amountOf(found.length, "byte")}; the photo is ${sizes}${found && photos.some((one) => one?.length === found.length) ? ", and other bytes" : ""}`);
  // A range as well, which a reader may ask for alone.
  const part = bytesRead(t, w, name, 1000, 2000);
  const fits = photos.some((bytes) => (part === null ? bytes === null : bytes !== null && isSame(part, bytes.slice(1000, 3000))));
  t.expect.that(fits, `${when}, a range of the photo is neither of the old one nor of the new one`);
}

// After a sweep that is late enough, there is hardly more in the database than the photos.
function expectNoOrphans(t, w, when) {
  w.clock.advance({ minutes: 6 });
  w.call("sweep");
  w.clock.advance({ minutes: 6 });
  w.call("sweep");
  const names = new Set(["mill", "river", "$tag", "a.b", "new"].flatMap((tag) => w.call("list", tag).map((photo) => photo?.name)).concat(w.rows.photos.map(({ name }) => name)));
  let [live, count] = [0, 0];
  for (const name of names) {
    const found = bytesRead(t, w, name, 0, 10_000_000);
    if (found === null) continue;
    live += found.length;
    count += 1;
  }
  const stored = w.storage().collections.reduce((sum, { size }) => sum + size, 0);
  const most = live + 2 * KB * (count + 2);
  t.expect.that(stored <= most, `${when}, and after sweep, ${Math.round(stored / KB)} KB are stored for ${amountOf(count, "photo")} of ${Math.round(live / KB)} KB together`);
}

must("bytes", "Every photo is read whole and in parts; a range past the end is cut.", (t) => {
  const w = t.fresh({ seed: 1101, scale: 0.2 });
  for (const { name, data } of w.rows.photos) {
    const bytes = new Uint8Array(data.buffer.subarray(0, data.length()));
    expectBytes(t, w, name, 0, bytes.length, bytes);
    const middle = Math.floor(bytes.length / 2);
    for (const [from, length] of [[0, 10_240], [middle, 10_240], [bytes.length - 1, 5], [bytes.length, 10], [bytes.length + 5000, 10], [0, 0], [64 * KB - 5, 10], [128 * KB - 1, 2], [255 * KB - 3, 6]]) {
      if (from >= 0) expectBytes(t, w, name, from, length, bytes.slice(from, from + length));
    }
  }
  t.expect.that(w.call("read", "nowhere", 0, 10) === null, "read of an unknown name did not return null");
});

must("uploads", "An upload adds a photo or replaces it, with its tags, whatever the size of the pieces.", (t) => {
  const w = t.fresh({ seed: 1103, scale: 0.2 });
  const [known] = w.rows.photos;
  const uploads = [["new/1", 300_000, 64 * KB], ["new/1", 1234, 100], [known.name, 255 * KB, 51 * KB], ["empty", 0, 1], ["new/2", 128 * KB, 64 * KB], ["new/1", 700_000, 50_000]];
  uploads.forEach(([name, size, piece], i) => {
    const bytes = bytesOf(size, i + 1);
    w.call("upload", name, ["new", `n${i}`], source(bytes, piece));
    expectBytes(t, w, name, 0, size + 100, bytes, `after an upload of ${size} bytes, `);
    expectBytes(t, w, name, Math.floor(size / 2), 5000, bytes.slice(Math.floor(size / 2), Math.floor(size / 2) + 5000), `after an upload of ${size} bytes, `);
    const listed = w.call("list", "new").find((photo) => photo.name === name);
    t.expect.that(numberOf(listed?.length) === size, `after an upload of ${size} bytes, list says ${show(listed)}`);
    for (let old = 0; old < i; old++) {
      const stale = uploads[old][0] === name && w.call("list", `n${old}`).some((photo) => photo.name === name);
      t.expect.that(!stale, `${show(name)} was replaced, and list(db, "n${old}") still has it, which is a tag of the old photo`);
    }
  });
  for (const { name, data } of w.rows.photos.slice(1)) expectBytes(t, w, name, 0, data.length(), new Uint8Array(data.buffer.subarray(0, data.length())), "after uploads of others, ");
  expectNoOrphans(t, w, "after six uploads, some of one name");
}, { after: ["bytes"] });

must("readers", "While an upload runs, and after one that breaks off, readers see the old photo.", (t) => {
  const w = t.fresh({ seed: 1104, scale: 0.2 });
  const [{ name, data }] = w.rows.photos;
  const old = new Uint8Array(data.buffer.subarray(0, data.length()));
  const bytes = bytesOf(300_000, 7);
  for (const [id, before] of [[name, old], ["fresh", null]]) {
    // An upload may catch what its source throws: what is seen is thrown afterwards.
    let fault = null;
    const watched = source(bytes, 60_000, (number) => {
      try {
        expectOneOf(t, w, id, [before], `before piece ${number + 1} of an upload`);
        const isListed = w.call("list", "new").some((photo) => photo.name === id);
        t.expect.that(!isListed, `before piece ${number + 1} of an upload, list(db, "new") has ${show(id)}`);
      } catch (error) {
        fault ??= error;
      }
    });
    w.call("upload", id, ["new"], watched);
    if (fault) throw fault;
    expectOneOf(t, w, id, [bytes], "after an upload");
    for (const at of [0, 1, 4, 5]) {
      const breaks = source(bytesOf(300_000, 8), 60_000, (number) => {
        if (number === at) throw new Error("the line was cut");
      });
      w.attempt("upload", id, ["other"], breaks);
      expectOneOf(t, w, id, [bytes], `an upload broke off at piece ${at + 1}; afterwards`);
    }
  }
  expectNoOrphans(t, w, "eight uploads broke off");
  expectOneOf(t, w, name, [bytes], "after sweep");
}, { after: ["uploads"] });

must("meets", "A reader may be interrupted by an upload and a sweep; of two uploads of one name, the last one to end wins.", (t) => {
  const w = t.fresh({ seed: 1105, scale: 0.2 });
  const [{ name }] = w.rows.photos;
  const old = bytesOf(280_000, 3);
  w.call("upload", name, ["new"], source(old, 64 * KB));
  const mine = bytesOf(290_000, 4);
  const theirs = bytesOf(270_000, 5);
  const up = (world, bytes, each) => world.call("upload", name, ["new"], source(bytes, 64 * KB, each));
  // The reader is the one who is interrupted, by an upload and a sweep of what it has replaced.
  const replaces = (world) => {
    up(world, mine);
    world.clock.advance({ minutes: 6 });
    world.call("sweep");
  };
  w.rival((world) => expectOneOf(t, world, name, [old, mine], "a photo was replaced and swept while somebody read it"), replaces, () => {}, { limit: 20 });
  let [ended, late] = [false, false];
  w.rival(
    (world) => {
      [ended, late] = [false, false];
      up(world, mine, (number) => {
        ended = number * 64 * KB >= mine.length;
      });
    },
    (world) => {
      late = ended;
      up(world, theirs);
    },
    (world) => {
      // The upload whose last piece came first may end first or last.
      expectOneOf(t, world, name, late ? [mine, theirs] : [mine], "two clients uploaded one name, this one ended last; afterwards");
    },
    { limit: 40 },
  );
}, { after: ["readers"] });

must("sweeps", "`sweep` spares uploads that get a piece every few minutes; one without for longer leaves no part of a photo.", (t) => {
  const w = t.fresh({ seed: 1106, scale: 0.2 });
  const bytes = bytesOf(600_000, 9);
  w.call("upload", "slow", ["new"], source(bytes, 64 * KB, () => {
    w.clock.advance({ minutes: 4, seconds: 55 });
    w.call("sweep");
  }));
  expectOneOf(t, w, "slow", [bytes], "an upload got a piece every 4 minutes and 55 seconds, and sweep ran after each; afterwards");
  const newer = bytesOf(550_000, 10);
  for (const at of [1, 5, 9]) {
    const { error } = w.attempt("upload", "slow", ["new"], source(newer, 64 * KB, (number) => {
      if (number !== at) return;
      w.clock.advance({ minutes: 6 });
      w.call("sweep");
    }));
    expectOneOf(t, w, "slow", error ? [bytes] : [newer], `an upload got no piece for six minutes, sweep ran, and then it went on and ${error ? "failed" : "ended"}; afterwards`);
    if (!error) w.call("upload", "slow", ["new"], source(bytes, 64 * KB));
  }
  expectNoOrphans(t, w, "sweep had run during uploads that got no piece for six minutes, and these went on and ended or failed");
}, { after: ["readers"] });

must("borders", "A photo that fills its chunks to the last byte is read like any other.", (t) => {
  const w = t.fresh({ seed: 1110, scale: 0.2 });
  for (const size of [64 * KB, 128 * KB, 255 * KB, 256 * KB]) {
    const bytes = bytesOf(2 * size, size);
    w.call("upload", "full", ["new"], source(bytes, 64 * KB));
    for (const [from, length] of [[0, 2 * size], [0, size], [size, size], [size - 1, 2]]) {
      expectBytes(t, w, "full", from, length, bytes.slice(from, from + length), `of ${amountOf(2 * size, "byte")}, `);
    }
  }
}, { after: ["bytes"] });

must("many", "`sweep` removes all that was replaced, however much there is.", (t) => {
  const w = t.fresh({ seed: 1111, scale: 0.2 });
  for (let i = 0; i < 205; i++) w.call("upload", "often", ["new"], source(bytesOf(KB, i + 1), KB));
  expectNoOrphans(t, w, "a photo of 1 KB had been replaced 204 times");
}, { after: ["readers"] });

must("dies", "If a client dies inside `upload` or `sweep`, readers see the old photo or the new one, and later nothing is left over.", (t) => {
  const w = t.fresh({ seed: 1107, scale: 0.2 });
  const [{ name }] = w.rows.photos;
  const old = bytesOf(280_000, 11);
  w.call("upload", name, ["new"], source(old, 64 * KB));
  const bytes = bytesOf(290_000, 12);
  w.crash(
    (world) => world.call("upload", name, ["new"], source(bytes, 64 * KB)),
    (world) => world.call("sweep"),
    (world) => {
      expectOneOf(t, world, name, [old, bytes], "a client died in upload; afterwards");
      expectNoOrphans(t, world, "a client died in upload");
      expectOneOf(t, world, name, [old, bytes], "a client died in upload; after sweep");
    },
    { outside: {}, limit: 20 },
  );
  w.call("upload", name, ["new"], source(bytes, 64 * KB));
  w.clock.advance({ minutes: 6 });
  w.crash(
    (world) => world.call("sweep"),
    (world) => world.call("sweep"),
    (world) => {
      expectOneOf(t, world, name, [bytes], "a client died in sweep; afterwards");
      expectNoOrphans(t, world, "a client died in sweep");
    },
    { outside: {}, limit: 20 },
  );
}, { after: ["readers"] });

star("range", "10 KB from the middle of 1.2 MB are read from at most two chunks, 600 KB together.", (t) => {
  const w = t.fresh({ seed: 1108, scale: 0.2 });
  const bytes = bytesOf(1_200_000, 13);
  for (const piece of [64 * KB, 4 * KB]) {
    w.call("upload", "large", ["new"], source(bytes, piece));
    for (const from of [0, 600_000, 255 * KB * 2 - 5000]) {
      const { docsExamined, bytesRead: read } = w.cost(() => w.call("read", "large", from, 10 * KB));
      const said = `uploaded in pieces of ${piece / KB} KB, read(db, "large", ${from}, ${10 * KB}) examined ${amountOf(docsExamined, "document")} and read ${Math.round(read / KB)} KB`;
      t.expect.that(docsExamined <= 3 && read <= 600 * KB, said);
    }
  }
}, { after: ["uploads"] });

star("list", "`list` reads at most 1 KB for each photo.", (t) => {
  const w = t.fresh({ seed: 1109, scale: 1 });
  let count = 0;
  const { bytesRead: read } = w.cost(() => {
    count = w.call("list", "mill").length;
  });
  t.expect.that(read <= KB * count, `list(db, "mill") read ${Math.round(read / KB)} KB for ${amountOf(count, "photo")}`);
}, { after: ["history"] });

star("small", "A photo of 100 KB is read in one round trip.", (t) => {
  const w = t.fresh({ seed: 1110, scale: 0.2 });
  const bytes = bytesOf(100 * KB, 14);
  w.call("upload", "small", ["new"], source(bytes, 64 * KB));
  const { roundTrips } = w.cost(() => w.call("read", "small", 0, 100 * KB));
  t.expect.that(roundTrips <= 1, `read of a photo of 100 KB took ${amountOf(roundTrips, "round trip")}`);
}, { after: ["uploads"] });

probe("range", (w) => w.call("read", w.rows.photos[6].name, 600_000, 10 * KB));

measure((w) => {
  const { photos } = w.rows;
  for (let i = 0; i < 25; i++) w.call("list", i % 2 ? "mill" : "river");
  for (let i = 0; i < 10; i++) w.call("read", photos[i].name, 0, 10 * KB);
  w.call("upload", "new", ["new"], source(bytesOf(200_000, 15), 64 * KB));
}, { scale: 1 });
