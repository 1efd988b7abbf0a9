// fails: history
// says: After renameCourse(
// from: embedded-classes.js
// Finds the copies by the old name, which another course may have.

function renameCourse(db, courseID, name) {
  const { courseName } = db.courses.findOneAndUpdate({ _id: courseID }, { $set: { courseName: name } });
  db.students.updateMany(
    { "classes.courseName": courseName },
    { $set: { "classes.$[c].courseName": name } },
    { arrayFilters: [{ "c.courseName": courseName }] },
  );
}
