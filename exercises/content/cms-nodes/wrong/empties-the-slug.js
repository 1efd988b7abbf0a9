// fails: history
// says: in `slug`, promised
// from: a-one-of.js
// Makes a slug of a title without a letter or digit: it is empty.

function mended({ type, title, slug, publish_on }) {
  const set = {};
  if (typeof title === "string") {
    const short = [...title].slice(0, 120).join("");
    if (short !== title) set.title = short;
    if ((typeof slug !== "string" || !/^[a-z0-9-]+$/.test(slug))) set.slug = slugOf(short);
  }
  if (type === "entry" && typeof publish_on === "string" && !isNaN(new Date(publish_on))) set.publish_on = new Date(publish_on);
  return set;
}
