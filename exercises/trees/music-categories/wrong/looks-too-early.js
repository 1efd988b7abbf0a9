// fails: renamed-meanwhile
// says: "Harlem Stride" having become "Harlem, 1925" meanwhile
// from: also-looks-again.js
// Asks the parent again before the insert, and not after it: there is still a moment in between.

function addCategory(db, { slug, name, parentSlug }) {
  let above = lineOf(db, parentSlug);
  if (!above) return false;
  for (let now = lineOf(db, parentSlug); EJSON.stringify(now) !== EJSON.stringify(above); now = lineOf(db, parentSlug)) above = now;
  try {
    db.categories.insertOne({ _id: slug, name, above });
    return true;
  } catch (error) {
    if (error.code === 11000) return false;
    throw error;
  }
}
