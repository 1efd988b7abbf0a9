// fails: fixes
// says: `publish_on` of node
// from: a-one-of.js
// Makes a date of every string: "soon" becomes an invalid date.

function mended({ type, title, slug, publish_on }) {
  const set = {};
  if (typeof title === "string") {
    const short = [...title].slice(0, 120).join("");
    if (short !== title) set.title = short;
    if ((typeof slug !== "string" || !/^[a-z0-9-]+$/.test(slug)) && slugOf(short) !== "") set.slug = slugOf(short);
  }
  if (type === "entry" && typeof publish_on === "string") set.publish_on = new Date(Date.parse(publish_on) || 0);
  return set;
}
