// Where do documents land? Nothing is split here, and every workload has the same key.

function setup(db, rows) {}

// keys: whole numbers in the order of their insertion; [{ min, max, documents }]
function chunksAfter(keys, limit) {
  return [{ min: null, max: null, documents: keys.length }];
}

// workload: "ingest", "ranges" or "load"
function keyFor(workload) {
  return { _id: 1 };
}

// Optional: called when test.books is sharded and still empty.
function presplit(sh, workload) {}

// Run shows the prediction beside a cluster with 300 ascending keys.
sh.shardCollection("test.books", { _id: 1 });
for (let _id = 0; _id < 300; _id++) db.books.insertOne({ _id });
print(sh.status());
chunksAfter(Array.from({ length: 300 }, (_, i) => i), 250);
