// fails: history
// says: After setGrade(
// from: embedded-classes.js
// Gives the grade to everybody who takes the course.

function setGrade(db, studentID, courseID, grade) {
  db.students.updateMany({ "classes.courseID": courseID }, { $set: { "classes.$.grade": grade } });
}
