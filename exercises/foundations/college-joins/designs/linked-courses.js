// A student holds course ids with grades, the courses stay apart: two trips for a transcript, one document for a rename.
// wins: When courses change now and then, and two trips a transcript are quick enough.

function setup(db, rows) {
  db.courses.insertMany(rows.courses.map((course) => ({ _id: course.courseID, ...course })));
  const students = new Map(rows.students.map((student) => [student.studentID, { _id: student.studentID, ...student, classes: [] }]));
  for (const { studentID, courseID, grade } of rows.grades) students.get(studentID).classes.push({ courseID, grade });
  if (students.size > 0) db.students.insertMany([...students.values()]);
}

function transcript(db, studentID) {
  const student = db.students.findOne({ _id: studentID }, { _id: 0 });
  if (!student) return null;
  const ids = student.classes.map(({ courseID }) => courseID);
  const courses = new Map(db.courses.find({ _id: { $in: ids } }).map((course) => [course._id, course]).toArray());
  const classes = student.classes.map(({ courseID, grade }) => {
    const { courseName, credits } = courses.get(courseID);
    return { courseID, courseName, credits, grade };
  });
  return { ...student, classes };
}

function setGrade(db, studentID, courseID, grade) {
  db.students.updateOne({ _id: studentID, "classes.courseID": courseID }, { $set: { "classes.$.grade": grade } });
}

function renameCourse(db, courseID, name) {
  db.courses.updateOne({ _id: courseID }, { $set: { courseName: name } });
}
