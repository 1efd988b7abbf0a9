// fails: few-trips
// says: a rename took
// from: embedded-classes.js
// Renames in one student after the other.

function renameCourse(db, courseID, name) {
  db.courses.updateOne({ _id: courseID }, { $set: { courseName: name } });
  db.students.find({ "classes.courseID": courseID }).forEach(({ _id }) => {
    db.students.updateOne({ _id, "classes.courseID": courseID }, { $set: { "classes.$.courseName": name } });
  });
}
