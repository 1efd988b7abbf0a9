// fails: history
// says: After renameCourse(
// from: embedded-classes.js
// Renames the course and forgets the copies.

function renameCourse(db, courseID, name) {
  db.courses.updateOne({ _id: courseID }, { $set: { courseName: name } });
}
