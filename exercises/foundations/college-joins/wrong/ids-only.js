// fails: history
// says: credits: 4 }, promised {
// from: linked-courses.js
// Links the courses by id alone, and the grade has no place.

function setup(db, rows) {
  db.courses.insertMany(rows.courses.map((course) => ({ _id: course.courseID, ...course })));
  const students = new Map(rows.students.map((student) => [student.studentID, { _id: student.studentID, ...student, classes: [] }]));
  for (const { studentID, courseID } of rows.grades) students.get(studentID).classes.push({ courseID });
  if (students.size > 0) db.students.insertMany([...students.values()]);
}

function transcript(db, studentID) {
  const student = db.students.findOne({ _id: studentID }, { _id: 0 });
  if (!student) return null;
  const ids = student.classes.map(({ courseID }) => courseID);
  const courses = new Map(db.courses.find({ _id: { $in: ids } }).map((course) => [course._id, course]).toArray());
  const classes = student.classes.map(({ courseID }) => {
    const { courseName, credits } = courses.get(courseID);
    return { courseID, courseName, credits };
  });
  return { ...student, classes };
}
