/** Every case, in the order in which they run. */
import { accessible } from "./cases/accessible.mjs";
import { compare } from "./cases/compare.mjs";
import { compareLarge } from "./cases/compare_large.mjs";
import { embed } from "./cases/embed.mjs";
import { endless } from "./cases/endless.mjs";
import { exercises } from "./cases/exercises.mjs";
import { exported } from "./cases/export.mjs";
import { flood } from "./cases/flood.mjs";
import { hostile } from "./cases/hostile.mjs";
import { isolated } from "./cases/isolated.mjs";
import { keyboard } from "./cases/keyboard.mjs";
import { library } from "./cases/library.mjs";
import { offline } from "./cases/offline.mjs";
import { onward } from "./cases/onward.mjs";
import { path } from "./cases/path.mjs";
import { reference } from "./cases/reference.mjs";
import { reload } from "./cases/reload.mjs";
import { replay } from "./cases/replay.mjs";
import { requests } from "./cases/requests.mjs";
import { share } from "./cases/share.mjs";
import { solve } from "./cases/solve.mjs";
import { stages } from "./cases/stages.mjs";
import { subPath } from "./cases/sub_path.mjs";
import { tabs } from "./cases/tabs.mjs";
import { update } from "./cases/update.mjs";
import { wrong } from "./cases/wrong.mjs";

export const CASES = [...solve, exercises, wrong, tabs, stages, keyboard, exported, endless, hostile, isolated, requests, flood, reload, path, onward, replay, compare, compareLarge, reference, library, share, ...accessible, offline, update, subPath, embed];
