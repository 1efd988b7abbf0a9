// fails: fixes
// says: still breaks the rules; another program tagged it
// from: c-strict-at-last.js
// Makes the rules strict after `fix`, whatever is still wrong.

function fix(db) {
  for (const { _id, type, title, slug, publish_on } of broken(db).toArray()) {
    const set = {};
    const short = typeof title === "string" ? [...title].slice(0, 120).join("") : title;
    if (short !== title) set.title = short;
    const newSlug = typeof short === "string" ? slugOf(short) : "";
    if (newSlug !== "" && !(typeof slug === "string" && /^[a-z0-9-]+$/.test(slug))) set.slug = newSlug;
    const date = typeof publish_on === "string" ? new Date(publish_on) : NaN;
    if (type === "entry" && !isNaN(date)) set.publish_on = date;
    if (Object.keys(set).length > 0) db.nodes.updateOne({ _id }, { $set: set });
  }
  db.runCommand({ collMod: "nodes", validationLevel: "strict" });
}
