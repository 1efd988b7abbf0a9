// fails: history
// says: descendants(db, 'Level 1')
// from: parent-only.js
// Looks ten levels down, which has been enough so far.

function descendants(db, name) {
  const all = [];
  let level = children(db, name);
  for (let depth = 0; level.length > 0 && depth < 10; depth++) {
    all.push(...level);
    level = names(db.subjects.find({ parent: { $in: level } }));
  }
  return all;
}
