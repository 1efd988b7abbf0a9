// Events on four shards. They are kept by their time, so every new one goes behind the last.

function setup(db, rows) {}

// Eight hexadecimal digits: the same for the same id, otherwise any.
function hashOf(id) {
  let hash = 2166136261;
  for (const letter of `${id}`) hash = Math.imul(hash ^ letter.codePointAt(0), 16777619);
  hash = Math.imul(hash ^ (hash >>> 15), 2246822519);
  hash = Math.imul(hash ^ (hash >>> 13), 3266489917);
  return ((hash ^ (hash >>> 16)) >>> 0).toString(16).padStart(8, "0");
}

function shardKey() {
  return { time: 1 };
}

// event: { _id, time, path, host }
function record(db, event) {
  db.events.insertOne(event);
}

// oldest first, equal times by _id
function pathDay(db, path, day) {
  return [];
}

// Run shows where a thousand events go.
sh.shardCollection("test.events", shardKey());
for (let i = 0; i < 1000; i++) record(db, { _id: i, time: new Date(Date.UTC(2012, 9, 1, 0, 0, i)), path: `/page/${i % 7}`, host: "10.0.0.1" });
sh.status();
