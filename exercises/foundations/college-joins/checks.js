// What transcripts and renames cost; model.js has what they show.

must("few-trips", "A transcript and a rename take at most 5 round trips each; a transcript of 6 classes examines at most 16 documents.", (t) => {
  const w = t.fresh({ seed: 47, scale: 0.4 });
  const busy = w.rows.students.filter(({ studentID }) => w.rows.grades.filter((row) => row.studentID === studentID).length === 6);
  for (const { studentID } of [busy[0], busy[busy.length >> 1], busy.at(-1)]) {
    const read = w.cost(() => w.call("transcript", studentID));
    t.expect.that(read.roundTrips <= 5, `a transcript took ${amountOf(read.roundTrips, "round trip")}`);
    t.expect.that(read.docsExamined <= 16, `a transcript with 6 classes examined ${amountOf(read.docsExamined, "document")}`);
  }
  const rename = w.cost(() => w.call("renameCourse", 105, "Renamed"));
  t.expect.that(rename.roundTrips <= 5, `a rename took ${amountOf(rename.roundTrips, "round trip")}`);
}, {
  after: ["history"],
  hint: "One request for each student or course adds up. Ask for many at once, and let an index find them.",
});

star("one-trip", "A transcript takes one round trip.", (t) => {
  const w = t.fresh({ seed: 48, scale: 0.1 });
  const meters = w.cost(() => w.call("transcript", w.rows.students[3].studentID));
  t.expect.that(meters.roundTrips <= 1, `a transcript took ${amountOf(meters.roundTrips, "round trip")}`);
});

star("fastest-read", "A transcript takes less than 5 ms.", (t) => {
  const w = t.fresh({ seed: 49, scale: 0.1 });
  const meters = w.cost(() => w.call("transcript", w.rows.students[3].studentID));
  t.expect.that(meters.modelMillis < 5, `a transcript took ${meters.modelMillis} ms`);
});

star("one-write", "A rename writes one document.", (t) => {
  const w = t.fresh({ seed: 50, scale: 0.3 });
  const meters = w.cost(() => w.call("renameCourse", 105, "Renamed"));
  t.expect.that(meters.nModified <= 1, `a rename wrote ${amountOf(meters.nModified, "document")}`);
});

measure((w) => {
  const { students, grades } = w.rows;
  for (let i = 0; i < 40; i++) w.call("transcript", students[i * 3].studentID);
  for (let i = 0; i < 4; i++) w.call("setGrade", grades[i].studentID, grades[i].courseID, "A+");
  w.call("renameCourse", 105, "Renamed");
});
