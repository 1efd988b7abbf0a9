/** Shared parts of a model's checks: initial worlds, drawn arguments, and counts. */
import { millis } from "../../shell/engine.js";
import type { FreshPlan, Test } from "../script.js";
import { canonical } from "../values.js";
import { freshValues, valuesOfState, type Call, type Meeting } from "./calls.js";
import { generator, type Generator } from "./generator.js";
import type { ReadModel } from "./read_model.js";
import { Player } from "./history.js";

/** Counts of histories, races and crashes played against a model. */
export interface Played {
  histories: number;
  races: number;
  crashes: number;
  /** The functions that were called. */
  readonly called: Set<string>;
}

/** Counts at zero. */
export const nothingPlayed = (called: Set<string> = new Set()): Played => ({
  histories: 0,
  races: 0,
  crashes: 0,
  called,
});

/** Options of a model's checks. */
export interface ModelCheckBudget {
  /** A number derived from the program, so that each program meets some histories of its own. */
  readonly own: number;
  /** Plays only a few of each kind, for validation over many seeds. */
  readonly brief: boolean;
  /** Whether failures are reported as they were found, neither shortened nor simplified. */
  readonly unreduced: boolean;
  readonly played: Played;
  /** The meetings of each state, drawn once for the histories and the races. */
  readonly meetings: Map<number, readonly Meeting[]>;
}

/** One run of a model's checks. */
export interface ModelTrial extends ModelCheckBudget {
  readonly t: Test;
  readonly read: ReadModel;
}

/** Numbers of calls before a race or a crash, one per state. */
const STATES = [0, 5, 12];
/** The most deaths per state: one of each function, then more up to this number. */
const MOST_DEATHS = 16;
/** Calls to choose from for each function. */
const DEATH_DRAWS = 10;
/** Calls that change the state, from which those with the fewest and the most new values are chosen. */
const CHANGING = 5;
/** The most meetings and deaths of a brief trial: different ones per seed. */
export const MOST_BRIEF = 4;
/** The first seed; seeds derived from a program are far from it. */
export const SEED = 90_001;

/** A world with its model; `rows` changes the rows for `setup`. */
export function begin({ t, read, played }: ModelTrial, seed: number, rows?: FreshPlan["rows"]): Player {
  const world = t.fresh({ seed, scale: read.model.scale ?? 0.1, ...(rows && { rows }) });
  read.tick(world.clock.now());
  return new Player(world, read, read.model.start(world.rows), played.called);
}

/** Calls `act` with players that have made a few calls. */
export function onStates(trial: ModelTrial, act: (player: Player, at: number) => void): void {
  for (const [at, calls] of (trial.brief ? STATES.slice(1, 2) : STATES).entries()) {
    const player = begin(trial, SEED + 1);
    const g = generator(trial.t.random(SEED + 10 + at + (at === 0 ? 0 : trial.own)), { heat: 0.6 });
    for (let call = 0; call < calls; call++) {
      const step = player.draw(g);
      // A fault here is reported by the check of histories.
      if (step && player.perform(step)) break;
    }
    if (at === STATES.length - 1) letTimePass(player, g);
    act(player, at);
  }
}

/** Reads something after the model's longest step of the clock, so that what comes due by then is due in the races. */
function letTimePass(player: Player, g: Generator): void {
  const { clock = [], calls } = player.model;
  const passes = [...clock].sort((a, b) => millis(b) - millis(a))[0];
  for (const name of Object.keys(calls).filter((one) => calls[one]?.reads)) {
    const args = passes && player.argsOf(name, g);
    if (!args || !player.allows({ name, args, passes })) continue;
    player.perform({ name, args, passes });
    return;
  }
}

/** The same list; in a brief trial, shuffled by its seed. */
export function inOwnOrder<T>({ t, brief, own }: ModelTrial, list: readonly T[]): readonly T[] {
  return brief ? t.random(SEED + 9_000 + own).shuffle([...list]) : list;
}

/**
 * Draws the calls of one state during which a client dies: for each function one that changes the state, with as few
 * new values as possible, one that is rejected, and one that changes the state with as many new values as possible.
 */
export function deaths(trial: ModelTrial, player: Player, at: number, names: readonly string[]): readonly Call[] {
  const { read, t, own, brief } = trial;
  const found: Call[][] = [];
  read.tick(player.world.clock.now());
  const before = canonical(player.state);
  const present = valuesOfState(player.state);
  for (const [place, name] of inOwnOrder(trial, names).entries()) {
    const [changing, rejected]: [Call[], Call[]] = [[], []];
    for (let tries = 0; tries < DEATH_DRAWS && (changing.length < CHANGING || rejected.length < 1); tries++) {
      const random = t.random(SEED + 6_000 + at * 500 + place * 10 + tries + (tries < 2 ? 0 : own));
      const args = player.argsOf(name, generator(random, { heat: 0.6 }));
      if (args) (player.stateAfter(name, args) === before ? rejected : changing).push({ name, args });
    }
    const fresh = new Map(changing.map((call) => [call, freshValues(present, call.args)]));
    changing.sort((a, b) => (fresh.get(a) ?? 0) - (fresh.get(b) ?? 0));
    const others = changing.length > 1 ? changing.slice(-1) : [];
    const calls = [...changing.slice(0, 1), ...rejected.slice(0, 1), ...others];
    for (const [rank, call] of calls.entries()) (found[rank] ??= []).push(call);
  }
  return found.flat().slice(0, brief ? MOST_BRIEF : MOST_DEATHS);
}
