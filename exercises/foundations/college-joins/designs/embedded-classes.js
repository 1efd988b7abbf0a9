// A student holds their classes with name and grade: a transcript is one document, and a rename changes every student of the course.
// wins: When transcripts are read far more often than courses are renamed.

function setup(db, rows) {
  db.courses.insertMany(rows.courses.map(({ courseID, ...course }) => ({ _id: courseID, ...course })));
  db.students.createIndex({ "classes.courseID": 1 });
  const courses = new Map(rows.courses.map((course) => [course.courseID, course]));
  const students = new Map(rows.students.map(({ studentID, ...names }) => [studentID, { _id: studentID, ...names, classes: [] }]));
  for (const { studentID, courseID, grade } of rows.grades) {
    students.get(studentID).classes.push({ ...courses.get(courseID), grade });
  }
  if (students.size > 0) db.students.insertMany([...students.values()]);
}

function transcript(db, studentID) {
  const student = db.students.findOne({ _id: studentID });
  if (!student) return null;
  const { _id, ...rest } = student;
  return { studentID: _id, ...rest };
}

function setGrade(db, studentID, courseID, grade) {
  db.students.updateOne({ _id: studentID, "classes.courseID": courseID }, { $set: { "classes.$.grade": grade } });
}

function renameCourse(db, courseID, name) {
  db.courses.updateOne({ _id: courseID }, { $set: { courseName: name } });
  db.students.updateMany(
    { "classes.courseID": courseID },
    { $set: { "classes.$[c].courseName": name } },
    { arrayFilters: [{ "c.courseID": courseID }] },
  );
}
