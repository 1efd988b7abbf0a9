/** Attempts through JavaScript that the database calls: `$where`, `$function`, `$accumulator`, `mapReduce`. */
const evaluated = (body, rest = "") =>
  `db.aggregate([{ $documents: [{ a: 1 }] }, { $project: { x: { $function: { body: ${JSON.stringify(body)}, args: ["$a"], lang: "js"${rest} } } } }]).toArray()[0].x`;

export const THROUGH_HOST = [
  [
    "globals in $function",
    `return ${evaluated("function () { return typeof fetch !== 'undefined' || typeof postMessage !== 'undefined' || typeof process !== 'undefined' }")}`,
  ],
  [
    "the receiver in $where",
    'let won; db.keep.find({ $where: \'const all = this.constructor.constructor("return this")(); return typeof all.postMessage !== "undefined" || typeof all.process !== "undefined"\' }).toArray().length && (won = 1); return won',
  ],
  [
    "a stash for the next command",
    `const keep = () => ${evaluated("function () { globalThis.stash = (globalThis.stash ?? 0) + 1; return globalThis.stash }")}; keep(); return keep() > 1`,
  ],
  [
    "a stash on the function itself",
    `const keep = () => ${evaluated("function keeper() { return keeper.n = (keeper.n ?? 0) + 1 }")}; keep(); return keep() > 1`,
  ],
  ["an import", evaluated("function () { import('SITEescaped-host.js'); return 1 }")],
  ["code behind the function's end", evaluated("function () { return 1 }), (globalThis.leaked = 1")],
  [
    "code in a name of a scope",
    "db.keep.mapReduce('function () { emit(1, 1) }', 'function () { return 1 }', { out: { inline: 1 }, scope: { 'a){},(function(){globalThis.leaked=1': 1 } }); return globalThis.leaked",
  ],
  [
    "the database from inside",
    `return ${evaluated("function () { return typeof db !== 'undefined' && db.keep.drop() }")}`,
  ],
  [
    "the shell's settings",
    `return ${evaluated("function () { return typeof config !== 'undefined' || typeof Mongo !== 'undefined' }")}`,
  ],
  [
    "other built-ins",
    `${evaluated("function () { Array.prototype.map = () => ['WON']; Object.prototype.escaped = 1; return 1 }")}; return [1].map((x) => x)[0] !== 1 || {}.escaped`,
  ],
  [
    "a function that never returns",
    "db.keep.find({ $where: 'let a = []; while (a.length < 1e7) a.push(a); throw a' }).toArray()",
    "alone",
  ],
  [
    "an accumulator that changes its document",
    "db.keep.aggregate([{ $group: { _id: 1, x: { $accumulator: { init: 'function () { return [] }', accumulate: 'function (s, d) { d.evil = 1; s.push(d); return s }', accumulateArgs: ['$$ROOT'], merge: 'function (a, b) { return a.concat(b) }', lang: 'js' } } } }]).toArray(); return db.keep.countDocuments({ evil: 1 })",
  ],
];
