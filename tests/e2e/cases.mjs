/** Every case, in the order in which they run. */
import { accessible } from "./cases/accessible.mjs";
import { advice } from "./cases/advice.mjs";
import { beside } from "./cases/beside.mjs";
import { bringIn } from "./cases/bring_in.mjs";
import { bombs } from "./cases/bombs.mjs";
import { compare } from "./cases/compare.mjs";
import { compareLarge } from "./cases/compare_large.mjs";
import { clustered } from "./cases/clustered.mjs";
import { complete } from "./cases/complete.mjs";
import { damaged } from "./cases/damaged.mjs";
import { due } from "./cases/due.mjs";
import { early } from "./cases/early.mjs";
import { embed } from "./cases/embed.mjs";
import { embedDialog } from "./cases/embed_dialog.mjs";
import { embedFences } from "./cases/embed_fences.mjs";
import { embedIntegrity } from "./cases/embed_integrity.mjs";
import { embedMany } from "./cases/embed_many.mjs";
import { embedPage } from "./cases/embed_page.mjs";
import { embedIsolated, embedPolicies, embedSilent } from "./cases/embed_policies.mjs";
import { endless } from "./cases/endless.mjs";
import { exercises } from "./cases/exercises.mjs";
import { exported } from "./cases/export.mjs";
import { find } from "./cases/find.mjs";
import { flood } from "./cases/flood.mjs";
import { headings } from "./cases/headings.mjs";
import { hostile } from "./cases/hostile.mjs";
import { isolated } from "./cases/isolated.mjs";
import { kept } from "./cases/kept.mjs";
import { keyboard } from "./cases/keyboard.mjs";
import { library } from "./cases/library.mjs";
import { longScript } from "./cases/long_script.mjs";
import { moved } from "./cases/moved.mjs";
import { names } from "./cases/names.mjs";
import { offline } from "./cases/offline.mjs";
import { onward } from "./cases/onward.mjs";
import { paper } from "./cases/paper.mjs";
import { path } from "./cases/path.mjs";
import { phone } from "./cases/phone.mjs";
import { promises } from "./cases/promises.mjs";
import { blocked, readable } from "./cases/readable.mjs";
import { diagram, growthLines, shardBars, stateDiagram } from "./cases/pictures.mjs";
import { reference } from "./cases/reference.mjs";
import { reload } from "./cases/reload.mjs";
import { replay } from "./cases/replay.mjs";
import { requests } from "./cases/requests.mjs";
import { restore } from "./cases/restore.mjs";
import { drawer, room, splitters } from "./cases/room.mjs";
import { resultsKept } from "./cases/results_kept.mjs";
import { scorm } from "./cases/scorm.mjs";
import { share } from "./cases/share.mjs";
import { slow } from "./cases/slow.mjs";
import { solve } from "./cases/solve.mjs";
import { stages } from "./cases/stages.mjs";
import { startPage, startPageStill } from "./cases/start_page.mjs";
import { stars } from "./cases/stars.mjs";
import { subPath } from "./cases/sub_path.mjs";
import { tabs } from "./cases/tabs.mjs";
import { travel } from "./cases/travel.mjs";
import { twoTabs } from "./cases/two_tabs.mjs";
import { update } from "./cases/update.mjs";
import { faults, predict, wayIn } from "./cases/way_in.mjs";
import { whole } from "./cases/whole.mjs";
import { wrong } from "./cases/wrong.mjs";
import { carriedIn } from "./escapes/untrusted_input.mjs";
import { escapesInEmbed } from "./escapes/embed.mjs";
import { escapesInNode } from "./escapes/node.mjs";
import { outOfMemoryInEmbed, outOfMemoryInPage } from "./escapes/out_of_memory.mjs";
import { bombsInPage, cheatsInPage, scriptsInPage } from "./escapes/page.mjs";

export const CASES = [
  ...solve,
  stars,
  exercises,
  wrong,
  tabs,
  ...room,
  splitters,
  drawer,
  wayIn,
  predict,
  faults,
  stages,
  early,
  names,
  keyboard,
  longScript,
  headings,
  whole,
  exported,
  endless,
  bombs,
  hostile,
  isolated,
  requests,
  flood,
  reload,
  restore,
  resultsKept,
  kept,
  twoTabs,
  damaged,
  bringIn,
  complete,
  clustered,
  path,
  moved,
  onward,
  promises,
  phone,
  paper,
  replay,
  compare,
  compareLarge,
  diagram,
  growthLines,
  shardBars,
  stateDiagram,
  advice,
  reference,
  find,
  readable,
  blocked,
  startPage,
  startPageStill,
  slow,
  travel,
  due,
  library,
  beside,
  share,
  ...accessible,
  offline,
  update,
  subPath,
  embed,
  embedPage,
  embedMany,
  embedFences,
  embedIntegrity,
  embedDialog,
  embedIsolated,
  embedPolicies,
  embedSilent,
  scorm,
  scriptsInPage,
  carriedIn,
  bombsInPage,
  cheatsInPage,
  escapesInEmbed,
  escapesInNode,
  outOfMemoryInPage,
  outOfMemoryInEmbed,
];
