// fails: renamed
// says: was renamed
// Finds the copies by the old name, which another course may have.

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
  const { courseName } = db.courses.findOneAndUpdate({ _id: courseID }, { $set: { courseName: name } });
  db.students.updateMany(
    { "classes.courseName": courseName },
    { $set: { "classes.$[c].courseName": name } },
    { arrayFilters: [{ "c.courseName": courseName }] },
  );
}
