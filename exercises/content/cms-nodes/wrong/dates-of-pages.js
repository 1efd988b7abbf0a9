// fails: history
// says: in `publish_on`, promised
// from: a-one-of.js
// Makes a date of every `publish_on`, of a page as well.

function mended({ title, slug, publish_on }) {
  const set = {};
  if (typeof title === "string") {
    const short = [...title].slice(0, 120).join("");
    if (short !== title) set.title = short;
    if ((typeof slug !== "string" || !/^[a-z0-9-]+$/.test(slug)) && slugOf(short) !== "") set.slug = slugOf(short);
  }
  if (typeof publish_on === "string" && !isNaN(new Date(publish_on))) set.publish_on = new Date(publish_on);
  return set;
}
