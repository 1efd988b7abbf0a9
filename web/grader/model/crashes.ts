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
import { after, allowed, deaths, onStates, SEED, type ModelTrial } from "./model_trial.js";

/** The most schedules per crash. */
const SCHEDULES = 24;

/** Kills clients in these functions, starting from states of histories. */
export function crashes(trial: ModelTrial, names: readonly string[]): void {
  onStates(trial, (player, at) => {
    for (const [place, { name, args }] of deaths(trial, player, at, names).entries()) {
      die(trial, player, name, args);
      if (!trial.brief && at === 1) meanwhile(trial, player, name, args, place);
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

function die(trial: ModelTrial, player: Player, name: string, args: readonly unknown[]): void {
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
  try {
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
  } catch (error) {
    throw after(player, error);
  }
}

/** Tests crashes with another client's call in each gap, for calls without recovery: they must never be half done. */
function meanwhile(trial: ModelTrial, player: Player, name: string, args: readonly unknown[], place: number): void {
  const { world, model, state } = player;
  if (model.calls[name]?.crash === "repairable") return;
  const g = generator(trial.t.random(SEED + 9_000 + place + trial.own), { heat: 0.6, repeats: drawnIn(args) });
  const others = Object.keys(model.calls).filter(
    (other) => !model.calls[other]?.reads && mayMeet(model, name, other) && mayMeet(model, other, name),
  );
  if (others.length === 0) return;
  const other = g.pick(others);
  const otherArgs = player.argsOf(other, g);
  if (!otherArgs) return;
  player.read.tick(world.clock.now());
  const [own, rival] = [
    { name, args },
    { name: other, args: otherArgs },
  ];
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
          : `${order[0] === own ? name : other} came first`;
      return [[when, copy]];
    });
  if (!allowed(player, other, otherArgs, name, args) || !allowed(player, name, args, other, otherArgs)) return;
  trial.played.crashes += 1;
  try {
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
            : contradiction(w, player, possible, [...args, ...otherArgs]);
        const meant = came ? `, another one called ${callText(other, otherArgs)}` : "";
        if (why !== null) throw new CheckFailure(`the client died in ${callText(name, args)}${meant}: ${why}`);
      },
      {
        limit: SCHEDULES,
        outside: {},
        rival: (w) => {
          answer = callWith(w, other, otherArgs);
          came = true;
        },
      },
    );
  } catch (error) {
    throw after(player, error);
  }
}
