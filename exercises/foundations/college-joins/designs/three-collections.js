// The tables as collections, joined in JavaScript with one $in: nothing is copied, and each transcript takes three trips.
// wins: When transcripts are rare and everything else changes all the time.

function setup(db, rows) {
  db.courses.insertMany(rows.courses.map((course) => ({ _id: course.courseID, ...course })));
  db.grades.createIndex({ studentID: 1, courseID: 1 }, { unique: true });
  if (rows.students.length === 0) return;
  db.students.insertMany(rows.students.map((student) => ({ _id: student.studentID, ...student })));
  db.grades.insertMany(rows.grades);
}

function transcript(db, studentID) {
  const student = db.students.findOne({ _id: studentID }, { _id: 0 });
  if (!student) return null;
  const grades = db.grades.find({ studentID }).toArray();
  const ids = grades.map(({ courseID }) => courseID);
  const courses = new Map(db.courses.find({ _id: { $in: ids } }).map((course) => [course._id, course]).toArray());
  const classes = grades.map(({ courseID, grade }) => {
    const { courseName, credits } = courses.get(courseID);
    return { courseID, courseName, credits, grade };
  });
  return { ...student, classes };
}

function setGrade(db, studentID, courseID, grade) {
  db.grades.updateOne({ studentID, courseID }, { $set: { grade } });
}

function renameCourse(db, courseID, name) {
  db.courses.updateOne({ _id: courseID }, { $set: { courseName: name } });
}
