/**
 * Kills a client after each operation of a call, also of rejected calls: afterwards the call must be either done or not
 * done.
 */
import { CheckFailure } from "../failure.js";
import { shown } from "../values.js";
import type { World } from "../world.js";
import { Draws, generator } from "./generator.js";
import { faultOf } from "./matchers.js";
import { callWith } from "./made_argument.js";
import { cloned, mayMeet, recoveryOf, type State } from "./model.js";
import { Answers, callText, observed, readsOf, type Fault, type Player, type Read } from "./history.js";
import { allowed, deaths, onStates, play, SEED, type Call, type ModelTrial } from "./model_trial.js";

/** The most schedules per crash. */
const SCHEDULES = 24;

/** Kills clients in these functions, starting from states of histories. */
export function crashes(trial: ModelTrial, names: readonly string[]): void {
  onStates(trial, (player, at) => {
    for (const [place, own] of deaths(trial, player, at, names).entries()) {
      play(trial, player, { calls: [own], fits: (on) => on.allows(own), act: (on) => die(trial, on, own) });
      const rival = !trial.brief && at === 1 ? callBeside(trial, player, own, place) : null;
      if (!rival || !mayOverlap(player, own, rival)) continue;
      play(trial, player, {
        calls: [own, rival],
        fits: (on) => mayOverlap(on, own, rival),
        act: (on) => dieBeside(trial, on, own, rival),
      });
    }
  });
}

/** What contradicts each of the states; null if the program is in one of them. */
function contradiction(
  w: World,
  { read, state }: Player,
  states: readonly (readonly [string, State])[],
  about: readonly unknown[],
  more: readonly Read[] = [],
): string | null {
  const all = states.map(([, one]) => one);
  const reads = [...readsOf(read.model, [...all, state], about), ...more];
  const faults: Fault[] = [];
  const answers = new Answers();
  for (const one of all) {
    const fault = observed(w, read, cloned(one), reads, answers);
    if (!fault) return null;
    faults.push(fault);
  }
  const whys = faults.map(({ words }) => words);
  if (whys.every((why) => why === whys[0])) return whys[0] as string;
  return states.map(([when], at) => `if ${when}: ${whys[at]}`).join("; ");
}

/** The values in arguments, for a generator that repeats them. */
function drawnIn(args: readonly unknown[]): Draws {
  const notes = new Draws();
  for (const arg of args.flatMap((one) =>
    one !== null && typeof one === "object" ? (Object.values(one) as unknown[]) : [one],
  ))
    notes.note(arg);
  return notes;
}

/** Reads that concern a call but that the model need not observe: a rejected call may concern a missing entity. */
function looksAt(trial: ModelTrial, player: Player, args: readonly unknown[]): readonly Read[] {
  const { model } = player;
  const g = generator(trial.t.random(SEED + 8_000), { heat: 0.6, repeats: drawnIn(args) });
  return Object.keys(model.calls)
    .filter((name) => model.calls[name]?.reads)
    .flatMap((name): Read[] => {
      const drawn = player.argsOf(name, g);
      const named = [...args, ...Array<unknown>(drawn?.length ?? 0)].slice(0, drawn?.length ?? 0);
      // A read's first argument is often the call's first one.
      const alike =
        drawn !== null && drawn.length > 0 && typeof drawn[0] === typeof named[0] && typeof named[0] !== "object";
      const reads: Read[] =
        drawn === null ? [] : [[name, ...drawn], ...(alike ? [[name, named[0], ...drawn.slice(1)] as Read] : [])];
      return reads.filter(([, ...values]) => player.allows({ name, args: values }));
    });
}

/** The model's state after the recovery. */
function recovered({ model }: Player, recovery: readonly [string, ...unknown[]] | null, state: State): State {
  const copy = cloned(state);
  if (recovery) model.calls[recovery[0]]?.run(copy, ...recovery.slice(1));
  return copy;
}

function die(trial: ModelTrial, player: Player, { name, args }: Call): void {
  const { world, model, state } = player;
  const recovery = recoveryOf(model, name, args);
  trial.played.crashes += 1;
  // Earlier crashes have advanced the clock.
  player.read.tick(world.clock.now());
  const states = (["it was done", "it was not"] as const).map((when, at): [string, State] => {
    const copy = cloned(state);
    if (at === 0) model.calls[name]?.run(copy, ...args);
    return [when, copy];
  });
  const looks = looksAt(trial, player, args);
  world.crash(
    (w) => callWith(w, name, args),
    recovery &&
      ((w) => {
        if (model.recoverAfter) w.clock.advance(model.recoverAfter);
        // Designs that never leave a call half done don't need this function.
        if (w.has(recovery[0])) callWith(w, recovery[0], recovery.slice(1));
      }),
    (w) => {
      player.read.tick(w.clock.now());
      const why = contradiction(
        w,
        player,
        states.map(([when, copy]) => [when, recovered(player, recovery, copy)]),
        args,
        looks,
      );
      if (why === null) return;
      const ran = recovery === null ? "" : `, and ${recovery[0]} ran`;
      throw new CheckFailure(`the client died in ${callText(name, args)}${ran}: ${why}`);
    },
    { limit: trial.brief ? 8 : SCHEDULES, outside: {} },
  );
}

/** Draws another client's call for each gap of an interrupted one, for calls without recovery: never half done. */
function callBeside(trial: ModelTrial, player: Player, own: Call, place: number): Call | null {
  const { world, model } = player;
  if (model.calls[own.name]?.crash === "repairable") return null;
  const g = generator(trial.t.random(SEED + 9_000 + place + trial.own), { heat: 0.6, repeats: drawnIn(own.args) });
  const others = Object.keys(model.calls).filter(
    (other) => !model.calls[other]?.reads && mayMeet(model, own.name, other) && mayMeet(model, other, own.name),
  );
  if (others.length === 0) return null;
  const name = g.pick(others);
  const args = player.argsOf(name, g);
  player.read.tick(world.clock.now());
  return args && { name, args };
}

/** Whether the task allows two calls in both orders. */
const mayOverlap = (player: Player, one: Call, other: Call): boolean =>
  allowed(player, other.name, other.args, one.name, one.args) &&
  allowed(player, one.name, one.args, other.name, other.args);

/** Tests crashes with another client's call in each gap. */
function dieBeside({ played }: ModelTrial, player: Player, own: Call, rival: Call): void {
  const { world, model, state } = player;
  const { name, args } = own;
  player.read.tick(world.clock.now());
  let came = false;
  let answer: unknown;
  const states = (): [string, State][] =>
    (came ? [[rival], [own, rival], [rival, own]] : [[], [own]]).flatMap((order): [string, State][] => {
      const copy = cloned(state);
      for (const call of order) {
        const promise = model.calls[call.name]?.run(copy, ...call.args);
        if (call === rival && promise !== undefined && faultOf(promise, answer) !== null) return [];
      }
      const when = !order.includes(own)
        ? `${name} was not done`
        : order.length === 1
          ? `${name} was done`
          : `${order[0]?.name ?? ""} came first`;
      return [[when, copy]];
    });
  played.crashes += 1;
  world.crash(
    (w) => {
      came = false;
      callWith(w, name, args);
    },
    null,
    (w) => {
      const possible = states();
      const why =
        possible.length === 0
          ? `it returned ${shown(answer)}`
          : contradiction(w, player, possible, [...args, ...rival.args]);
      const meant = came ? `, another one called ${callText(rival.name, rival.args)}` : "";
      if (why !== null) throw new CheckFailure(`the client died in ${callText(name, args)}${meant}: ${why}`);
    },
    {
      limit: SCHEDULES,
      outside: {},
      rival: (w) => {
        answer = callWith(w, rival.name, rival.args);
        came = true;
      },
    },
  );
}
