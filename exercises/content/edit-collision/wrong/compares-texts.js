// fails: same-text
// says: their saves returned true and true
// The write asks for the text that was there, not for the token.

function setup(db, rows) {
  db.pages.insertMany(rows.pages.map((p) => ({ ...p, token: new ObjectId(), user: null, version: 1, old: [] })));
}
function open(db, page) {
  const p = db.pages.findOne({ _id: page }, { old: 0 });
  return p === null ? null : { text: p.text, tags: p.tags, token: p.token };
}
function save(db, page, token, text, user) {
  const done = db.pages.updateOne({ _id: page, text: db.pages.findOne({ _id: page, token })?.text ?? null }, [{ $set: {
    old: { $concatArrays: [[{ version: "$version", text: "$text", user: "$user" }], "$old"] },
    text: { $literal: text }, user: { $literal: user }, version: { $add: ["$version", 1] }, token: new ObjectId(),
  } }]);
  return done.modifiedCount === 1;
}
function tag(db, page, tags) {
  db.pages.updateOne({ _id: page }, [{ $set: { tags: { $setUnion: ["$tags", { $literal: tags }] } } }]);
}
function history(db, page, n) {
  const p = db.pages.findOne({ _id: page }, { version: 1, text: 1, user: 1, old: { $slice: n } });
  return p ? [{ version: p.version, text: p.text, user: p.user }, ...p.old].slice(0, n) : [];
}
