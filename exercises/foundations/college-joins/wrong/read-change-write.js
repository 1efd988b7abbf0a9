// fails: rivals
// says: at the same moment
// from: embedded-classes.js
// Reads the student, changes the grade in JavaScript and writes the student back.

function setGrade(db, studentID, courseID, grade) {
  const student = db.students.findOne({ _id: studentID });
  student.classes.find((entry) => entry.courseID === courseID).grade = grade;
  db.students.replaceOne({ _id: studentID }, student);
}
