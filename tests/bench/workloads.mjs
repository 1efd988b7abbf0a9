/** The workloads in the order in which they run, writes last. */

import by_id from "./workloads/by_id.mjs";
import compound from "./workloads/compound.mjs";
import equality from "./workloads/equality.mjs";
import group_few from "./workloads/group_few.mjs";
import group_many from "./workloads/group_many.mjs";
import inc from "./workloads/inc.mjs";
import insert from "./workloads/insert.mjs";
import lookup from "./workloads/lookup.mjs";
import multikey from "./workloads/multikey.mjs";
import point from "./workloads/point.mjs";
import push from "./workloads/push.mjs";
import range_sort from "./workloads/range_sort.mjs";
import returning from "./workloads/return.mjs";
import top from "./workloads/top.mjs";
import unwind from "./workloads/unwind.mjs";

export const WORKLOADS = [
  equality,
  compound,
  group_few,
  group_many,
  unwind,
  top,
  returning,
  by_id,
  point,
  range_sort,
  multikey,
  lookup,
  inc,
  push,
  insert,
];
