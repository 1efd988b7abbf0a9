// The dump of a relational database: 300 students at scale 1, six of 40 courses each, and a grade for every
// pair. One student has not begun yet.

const NAMES = ["Ada", "Bruno", "Zoë", "李雷", "O'Neil", "$ave", "Jean-Luc", "Mary.Ann"];
const COURSES = ["Algebra", "C++ I", "History of $", "Film. And Sound", "Œuvres", "Drawing", "Chemistry", "Logic"];

function rows(rng, scale) {
  const studentCount = Math.max(1, Math.round(300 * scale));
  const idle = Math.min(24, studentCount - 1) || null;
  const courses = Array.from({ length: 40 }, (_, i) => ({
    courseID: 100 + i,
    courseName: `${rng.pick(COURSES)} ${i + 1}`,
    credits: rng.int(1, 6),
  }));
  const students = Array.from({ length: studentCount }, (_, i) => ({
    studentID: 7000 + i,
    firstName: rng.pick(NAMES),
    middleName: rng.pick(["", "J.", "van"]),
    lastName: rng.pick(NAMES),
  }));
  const grades = students.flatMap(({ studentID }, i) =>
    rng
      .shuffle([...courses])
      .slice(0, i === idle ? 0 : 6)
      .map(({ courseID }) => ({ studentID, courseID, grade: rng.pick(["A", "B", "C", "D", "F"]) })),
  );
  return { students, courses, grades: rng.shuffle(grades) };
}
