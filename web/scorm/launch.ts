/** The script of a course's page: passes the results of `<schema-dojo>` to the learning management system. */
import { findApi, Recorder } from "./record.js";

interface Report {
  readonly passed: boolean;
  readonly stars: number;
  readonly checks: readonly { readonly kind: string }[];
}

interface Player extends HTMLElement {
  code: string;
}

/** Milliseconds between the last change and storing the code. */
const CALM = 2_000;

const player = document.querySelector<Player>("schema-dojo");
const note = document.querySelector<HTMLElement>("#scorm-note");
const found = findApi(window as never);
if (player && found) {
  const recorder = new Recorder(found.api, found.isNew, () => Date.now());
  let timer: ReturnType<typeof setTimeout> | undefined;
  const code = recorder.code;
  player.addEventListener("dojo-ready", () => {
    if (code !== "") player.code = code;
  });
  player.addEventListener("dojo-change", () => {
    clearTimeout(timer);
    timer = setTimeout(() => recorder.keep(player.code), CALM);
  });
  player.addEventListener("dojo-check", (event) => {
    const { passed, stars, checks } = (event as CustomEvent<Report>).detail;
    recorder.keep(player.code);
    recorder.report({ passed, stars, most: 1 + checks.filter(({ kind }) => kind === "star").length });
  });
  addEventListener("pagehide", () => {
    recorder.keep(player.code);
    recorder.finish();
  });
} else if (note) {
  note.hidden = false;
}
