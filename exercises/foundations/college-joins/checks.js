// Transcripts are right before and after every change; then trips, milliseconds and documents written are counted.

const NAMES = ["studentID", "firstName", "middleName", "lastName"];
const CLASS = ["courseID", "courseName", "credits", "grade"];
const pick = (fields, value) => Object.fromEntries(fields.map((field) => [field, value?.[field]]));

// What the rows say, changed as the functions are called.
function college(rows) {
  const grades = new Map(rows.grades.map(({ studentID, courseID, grade }) => [`${studentID} ${courseID}`, grade]));
  const courses = new Map(rows.courses.map((course) => [course.courseID, { ...course }]));
  return {
    setGrade: (student, course, grade) => grades.set(`${student} ${course}`, grade),
    rename: (course, name) => {
      courses.get(course).courseName = name;
    },
    coursesOf: (student) => rows.grades.filter((row) => row.studentID === student).map((row) => row.courseID),
    transcript(id) {
      const student = rows.students.find((row) => row.studentID === id);
      const classes = this.coursesOf(id).map((course) => ({ ...courses.get(course), grade: grades.get(`${id} ${course}`) }));
      return { student: pick(NAMES, student), classes };
    },
  };
}

function checkTranscript(t, w, truth, id, when = "") {
  const call = `transcript(db, ${id})${when}`;
  const found = w.call("transcript", id);
  const expected = truth.transcript(id);
  t.expect.that(found, `${call} returned ${JSON.stringify(found)}`);
  t.expect.equal(pick(NAMES, found), expected.student, call);
  t.expect.that(Array.isArray(found.classes), `${call} has no array \`classes\``);
  t.expect.sameSet(found.classes.map((entry) => pick(CLASS, entry)), expected.classes, `the classes in ${call}`);
}

must("transcripts", "A transcript shows the student, their classes and the grades.", (t) => {
  const w = t.fresh({ seed: 41, scale: 0.2 });
  const truth = college(w.rows);
  for (const { studentID } of w.rows.students) checkTranscript(t, w, truth, studentID);
  t.expect.equal(w.call("transcript", 1), null, "transcript(db, 1), an unknown student");
  t.expect.equal(t.fresh({ seed: 42, scale: 0 }).call("transcript", 7001), null, "transcript(db, 7001) in a college with one student");
});

must("grades", "A new grade appears in one class of one student, and nowhere else.", (t) => {
  const w = t.fresh({ seed: 43, scale: 0.05 });
  const truth = college(w.rows);
  const random = t.random(4);
  for (let i = 0; i < 20; i++) {
    const { studentID, courseID } = random.pick(w.rows.grades);
    const grade = random.pick(["A+", "B-", "", "100 %"]);
    truth.setGrade(studentID, courseID, grade);
    w.call("setGrade", studentID, courseID, grade);
  }
  for (const { studentID } of w.rows.students) checkTranscript(t, w, truth, studentID, " after setGrade");
}, { after: ["transcripts"] });

must("renamed", "After a rename every transcript shows the new name, and other courses keep theirs.", (t) => {
  const w = t.fresh({ seed: 44, scale: 0.1 });
  const truth = college(w.rows);
  for (const [course, name] of [[100, "Algebra. $New"], [101, "Algebra. $New"], [100, "Algebra"], [101, "Œuvres II"], [102, "$avings"]]) {
    truth.rename(course, name);
    w.call("renameCourse", course, name);
    for (const { studentID } of w.rows.students) checkTranscript(t, w, truth, studentID, ` after course ${course} was renamed`);
  }
}, { after: ["transcripts"] });

must("rival-grades", "Two clients set two grades of one student at the same moment: both are kept.", (t) => {
  const w = t.fresh({ seed: 45, scale: 0.02 });
  const truth = college(w.rows);
  const student = w.rows.students[0].studentID;
  const [first, second] = truth.coursesOf(student);
  truth.setGrade(student, first, "mine");
  truth.setGrade(student, second, "yours");
  w.rival(
    (world) => world.call("setGrade", student, first, "mine"),
    (world) => world.call("setGrade", student, second, "yours"),
    (world) => checkTranscript(t, world, truth, student, " after two grades set at the same moment"),
  );
});

must("rival-same-grade", "Two clients set the same grade at the same moment: one of them wins, and the class is listed once.", (t) => {
  const w = t.fresh({ seed: 51, scale: 0.02 });
  const student = w.rows.students[0].studentID;
  const course = college(w.rows).coursesOf(student)[0];
  w.rival(
    (world) => world.call("setGrade", student, course, "mine"),
    (world) => world.call("setGrade", student, course, "yours"),
    (world) => {
      const found = world.call("transcript", student)?.classes?.filter?.((entry) => entry.courseID === course) ?? [];
      const grades = found.map(({ grade }) => JSON.stringify(grade)).join(" and ");
      t.expect.that(
        found.length === 1 && ["mine", "yours"].includes(found[0].grade),
        `the grade in course ${course} was set to "mine" and to "yours" at the same moment; the transcript has that class ${amountOf(found.length, "time")}${grades ? `, with ${grades}` : ""}`,
      );
    },
  );
});

must("rival-rename", "A grade set while its course is renamed is kept, and so is the new name.", (t) => {
  const w = t.fresh({ seed: 46, scale: 0.02 });
  const truth = college(w.rows);
  const { studentID, courseID } = w.rows.grades[0];
  truth.setGrade(studentID, courseID, "kept");
  truth.rename(courseID, "New name");
  w.rival(
    (world) => world.call("renameCourse", courseID, "New name"),
    (world) => world.call("setGrade", studentID, courseID, "kept"),
    (world) => checkTranscript(t, world, truth, studentID, " after a rename and a grade at the same moment"),
  );
});

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
}, { hint: "One request for each student or course adds up. Ask for many at once, and let an index find them." });

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
