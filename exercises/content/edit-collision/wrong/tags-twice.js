// Reads the tags, adds to them and writes them if they are still as read, and gives up when two others were quicker.
// fails: rivals
// says: once more before operation 4
// from: a-current-and-old.js

function tag(db, page, tags) {
  for (let tries = 0; tries < 2; tries++) {
    const found = db.pages.findOne({ _id: page });
    const more = tags.filter((one, at) => !found?.tags.includes(one) && tags.indexOf(one) === at);
    if (!found || more.length === 0) return;
    const asRead = { _id: page, tags: found.tags };
    if (db.pages.updateOne(asRead, { $set: { tags: [...found.tags, ...more] } }).modifiedCount === 1) return;
  }
}
