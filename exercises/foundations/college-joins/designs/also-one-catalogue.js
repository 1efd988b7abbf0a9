// Grades are a map inside the student, and all courses are one document, read with every transcript.

function setup(db, rows) {
  const courses = Object.fromEntries(rows.courses.map((course) => [`c${course.courseID}`, course]));
  db.college.insertOne({ _id: "courses", courses });
  const grades = new Map(rows.students.map(({ studentID }) => [studentID, {}]));
  for (const { studentID, courseID, grade } of rows.grades) grades.get(studentID)[`c${courseID}`] = grade;
  const students = rows.students.map((student) => ({ _id: student.studentID, card: student, grades: grades.get(student.studentID) }));
  if (students.length > 0) db.college.insertMany(students);
}

function transcript(db, studentID) {
  const found = db.college.find({ _id: { $in: ["courses", studentID] } }).toArray();
  const student = found.find(({ _id }) => _id === studentID);
  if (!student) return null;
  const { courses } = found.find(({ _id }) => _id === "courses");
  const classes = Object.entries(student.grades).map(([key, grade]) => ({ ...courses[key], grade }));
  return { ...student.card, classes };
}

function setGrade(db, studentID, courseID, grade) {
  db.college.updateOne({ _id: studentID }, { $set: { [`grades.c${courseID}`]: grade } });
}

function renameCourse(db, courseID, name) {
  db.college.updateOne({ _id: "courses" }, { $set: { [`courses.c${courseID}.courseName`]: name } });
}
