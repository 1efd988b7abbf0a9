// Transcripts are shown all day, grades are recorded daily, a course is renamed once in a while.

function setup(db, rows) {
  // The three tables, as they were.
  db.courses.insertMany(rows.courses);
  db.students.insertMany(rows.students);
  db.grades.insertMany(rows.grades);
}

function transcript(db, studentID) {
  // { studentID, firstName, middleName, lastName, classes: [{ courseID, courseName, credits, grade }] }
  return null;
}

function setGrade(db, studentID, courseID, grade) {
  db.grades.updateOne({ studentID, courseID }, { $set: { grade } });
}

function renameCourse(db, courseID, name) {
  db.courses.updateOne({ courseID }, { $set: { courseName: name } });
}
