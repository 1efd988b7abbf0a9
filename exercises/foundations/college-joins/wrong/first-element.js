// fails: history
// says: After renameCourse(
// from: embedded-classes.js
// Renames element 0 of each array instead of the one that is the course.

function renameCourse(db, courseID, name) {
  db.courses.updateOne({ _id: courseID }, { $set: { courseName: name } });
  db.students.updateMany({ "classes.courseID": courseID }, { $set: { "classes.0.courseName": name } });
}
