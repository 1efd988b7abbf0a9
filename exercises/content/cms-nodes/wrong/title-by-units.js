// fails: fixes
// says: `title` of node
// from: a-one-of.js
// Cuts by UTF-16 units, two for an emoji.

function mended({ type, title, slug, publish_on }) {
  const set = {};
  if (typeof title === "string") {
    const short = title.slice(0, 120);
    if (short !== title) set.title = short;
    if ((typeof slug !== "string" || !/^[a-z0-9-]+$/.test(slug)) && slugOf(short) !== "") set.slug = slugOf(short);
  }
  if (type === "entry" && typeof publish_on === "string" && !isNaN(new Date(publish_on))) set.publish_on = new Date(publish_on);
  return set;
}
