// fails: few-trips
// says: a transcript with 6 classes examined
// from: embedded-classes.js
// Embeds the classes and looks the student up by a field that no index knows; the first in the class are found quickly.

function setup(db, rows) {
  db.courses.insertMany(rows.courses.map(({ courseID, ...course }) => ({ _id: courseID, ...course })));
  db.students.createIndex({ "classes.courseID": 1 });
  const courses = new Map(rows.courses.map((course) => [course.courseID, course]));
  const students = new Map(rows.students.map((student) => [student.studentID, { ...student, classes: [] }]));
  for (const { studentID, courseID, grade } of rows.grades) {
    students.get(studentID).classes.push({ ...courses.get(courseID), grade });
  }
  if (students.size > 0) db.students.insertMany([...students.values()]);
}

function transcript(db, studentID) {
  return db.students.findOne({ studentID }, { _id: 0 });
}

function setGrade(db, studentID, courseID, grade) {
  db.students.updateOne({ studentID, "classes.courseID": courseID }, { $set: { "classes.$.grade": grade } });
}
