// fails: few-trips
// says: examined
// from: three-collections.js
// Joins without an index on the grades.

function setup(db, rows) {
  db.courses.insertMany(rows.courses.map((course) => ({ _id: course.courseID, ...course })));
  if (rows.students.length === 0) return;
  db.students.insertMany(rows.students.map((student) => ({ _id: student.studentID, ...student })));
  db.grades.insertMany(rows.grades);
}
