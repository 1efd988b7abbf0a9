/**
 * Kills a client after each operation of a call, also of rejected calls: afterwards the call must be either done or not
 * done.
 */
import { CheckFailure, prefixed } from "../failure.js";
import { canonical, shown } from "../values.js";
import type { World } from "../world.js";
import { Draws, generator } from "./generator.js";
import { isFulfilled } from "./matchers.js";
import { callWith } from "./made_argument.js";
import { cloned, mayMeet, recoveryOf, type Recovery, type State } from "./model.js";
import { Answers, callText, compared, observed, readsOf, type Fault, type Player, type Read } from "./history.js";
import { allowed, changes, sharedBy, valuesIn, type Call } from "./calls.js";
import { deaths, onStates, SEED, type ModelTrial } from "./model_trial.js";
import { play } from "./scene.js";

/** The most schedules per crash, and per crash beside another client's call. */
const SCHEDULES = 64;
const SCHEDULES_BESIDE = 24;
/** The calls of another client to choose from. */
const DRAWS_BESIDE = 12;
/** The most deaths of each client if two die. */
const DEATHS_OF_TWO = 4;

/** Kills clients in these functions, starting from states of histories. */
export function crashes(trial: ModelTrial, names: readonly string[]): void {
  onStates(trial, (player, at) => {
    for (const [place, own] of deaths(trial, player, at, names).entries()) {
      play(trial, player, {
        calls: [own] as const,
        fits: (on, [call]) => on.allows(call),
        act: (on, [call]) => die(trial, on, call),
      });
      if (trial.brief || at !== 1 || place >= names.length) continue;
      const rival = callBeside(trial, player, own, place);
      if (rival)
        play(trial, player, {
          calls: [own, rival] as const,
          fits: mayOverlap,
          act: (on, both) => dieBeside(trial, on, both),
        });
      const other = callElsewhere(trial, player, own, place);
      if (other)
        play(trial, player, {
          calls: [own, other] as const,
          fits: areUnrelated,
          act: (on, both) => dieBoth(trial, on, both),
        });
    }
  });
}

/** A state that the program may have reached, and in words when. */
interface ExpectedState {
  readonly when: string;
  readonly state: State;
}

/** The states that the program may be in, and if there are none, what contradicts each. */
interface Comparison {
  readonly fitting: readonly ExpectedState[];
  readonly why: string | null;
}

/** Compares the program with the states; `more` are further reads. */
function compare(
  w: World,
  { read, state }: Player,
  states: readonly ExpectedState[],
  about: readonly unknown[],
  more: readonly Read[] = [],
): Comparison {
  const all = states.map((one) => one.state);
  const reads = [...readsOf(read.model, [...all, state], about), ...more];
  const answers = new Answers();
  const faults = all.map((one) => observed(w, read, cloned(one), reads, answers));
  const fitting = states.filter((_, at) => faults[at] === null);
  if (fitting.length > 0) return { fitting, why: null };
  const whys = faults.map((fault) => fault?.words ?? "");
  const why = whys.every((one) => one === whys[0])
    ? (whys[0] ?? "")
    : states.map(({ when }, at) => `if ${when}: ${whys[at]}`).join("; ");
  return { fitting, why };
}

/** The values in arguments, for a generator that repeats them. */
function drawnIn(args: readonly unknown[]): Draws {
  const notes = new Draws();
  for (const [, value] of valuesIn(args)) notes.note(value);
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
function recovered({ model }: Player, recovery: Recovery | null, state: State): State {
  const copy = cloned(state);
  if (recovery) model.calls[recovery[0]]?.run(copy, ...recovery.slice(1));
  return copy;
}

/** The program's recovery. */
const recoverWith =
  ({ model }: Player, [name, ...args]: Recovery, died: readonly Call[]) =>
  (w: World): void => {
    if (model.recoverAfter) w.clock.advance(model.recoverAfter);
    // Designs that never leave a call half done don't need this function.
    if (!w.has(name)) return;
    try {
      callWith(w, name, args);
    } catch (error) {
      throw prefixed(diedText(died), error);
    }
  };

const diedText = (calls: readonly Call[]): string =>
  `the client died in ${calls.map(({ name, args }) => callText(name, args)).join(", and another one in ")}`;

const ranText = (recovery: Recovery | null): string => (recovery === null ? "" : `, and ${recovery[0]} ran`);

/** The model's state after some calls. */
function stateAfter({ model, state }: Player, when: string, calls: readonly Call[]): ExpectedState {
  const copy = cloned(state);
  for (const { name, args } of calls) model.calls[name]?.run(copy, ...args);
  return { when, state: copy };
}

function die(trial: ModelTrial, player: Player, { name, args }: Call): void {
  const { world, model } = player;
  const recovery = recoveryOf(model, name, args);
  trial.played.crashes += 1;
  // Earlier crashes have advanced the clock.
  player.read.tick(world.clock.now());
  const states = [stateAfter(player, "it was done", [{ name, args }]), stateAfter(player, "it was not", [])];
  const looks = looksAt(trial, player, args);
  world.crash(
    (w) => callWith(w, name, args),
    recovery && recoverWith(player, recovery, [{ name, args }]),
    (w) => {
      player.read.tick(w.clock.now());
      const after = states.map(({ when, state: one }) => ({ when, state: recovered(player, recovery, one) }));
      const { fitting, why: contradicting } = compare(w, player, after, args, looks);
      const why = contradicting ?? againWrong(w, player, { name, args }, fitting);
      if (why === null) return;
      throw new CheckFailure(`${diedText([{ name, args }])}${ranText(recovery)}: ${why}`);
    },
    { limit: trial.brief ? 8 : SCHEDULES, outside: {} },
  );
}

/**
 * What contradicts each of the states when the interrupted call is made once more: a lock that a dead client left, for
 * example. Null if the call is as promised in one of them, or not allowed.
 */
function againWrong(w: World, { read }: Player, { name, args }: Call, states: readonly ExpectedState[]): string | null {
  const call = read.model.calls[name];
  const allowing = states.filter(({ state }) => call?.allowed?.(cloned(state), ...args) !== false);
  if (!call || allowing.length < states.length) return null;
  const answers = new Answers();
  const faults = allowing.map(({ state }) => compared(w, read, cloned(state), [[name, ...args]], answers));
  const [fault] = faults;
  return fault && faults.every((one) => one !== null) ? `then ${fault.words}` : null;
}

/**
 * Draws another client's call for the gaps of an interrupted one: the one that shares most values with it, because
 * calls about different entities seldom disturb each other.
 */
function callBeside(trial: ModelTrial, player: Player, own: Call, place: number): Call | null {
  const { model } = player;
  const others = Object.keys(model.calls).filter(
    (other) => !model.calls[other]?.reads && mayMeet(model, own.name, other) && mayMeet(model, other, own.name),
  );
  if (others.length === 0) return null;
  const g = generator(trial.t.random(SEED + 9_000 + place + trial.own), { heat: 0.6, repeats: drawnIn(own.args) });
  let best: { readonly rank: number; readonly call: Call } | null = null;
  for (let draw = 0; draw < DRAWS_BESIDE; draw++) {
    const name = g.pick(others);
    const args = player.argsOf(name, g);
    if (!args || !mayOverlap(player, [own, { name, args }])) continue;
    // After two equal calls, a lost one looks like one that was never made.
    const rank = canonical(args) === canonical(own.args) ? 0.5 : sharedBy(own.args, args).length;
    if (best === null || rank > best.rank) best = { rank, call: { name, args } };
  }
  return best?.call ?? null;
}

/** Whether the task allows two calls in both orders. */
const mayOverlap = (player: Player, [one, other]: readonly [Call, Call]): boolean =>
  allowed(player, other.name, other.args, one.name, one.args) &&
  allowed(player, one.name, one.args, other.name, other.args);

/** A crash during one client's call beside another client's. */
interface Encounter {
  readonly own: Call;
  readonly rival: Call;
  /** The time of the interrupted call. */
  readonly began: Date;
  /** The other client's result, and the time of its call; null before that. */
  visit: { readonly answer: unknown; readonly now: Date } | null;
}

/** Tests crashes with another client's call in each gap, also before and within the recovery. */
function dieBeside({ played }: ModelTrial, player: Player, [own, rival]: readonly [Call, Call]): void {
  const { world, model } = player;
  const recovery = recoveryOf(model, own.name, own.args);
  const encounter: Encounter = { own, rival, began: world.clock.now(), visit: null };
  player.read.tick(encounter.began);
  played.crashes += 1;
  world.crash(
    (w) => {
      encounter.visit = null;
      callWith(w, own.name, own.args);
    },
    recovery && recoverWith(player, recovery, [own]),
    (w) => {
      const { visit } = encounter;
      const expected = visit ? statesBeside(player, encounter, recovery !== null) : statesAlone(player, encounter);
      player.read.tick(w.clock.now());
      const states = expected.map(({ when, state }) => ({ when, state: recovered(player, recovery, state) }));
      const why =
        states.length === 0
          ? `it returned ${shown(visit?.answer)}`
          : compare(w, player, states, [...own.args, ...rival.args]).why;
      if (why === null) return;
      const meant = visit ? `, another one called ${callText(rival.name, rival.args)}` : "";
      throw new CheckFailure(`${diedText([own])}${meant}${ranText(recovery)}: ${why}`);
    },
    {
      limit: SCHEDULES_BESIDE,
      outside: {},
      rival: (w) => {
        encounter.visit = { answer: callWith(w, rival.name, rival.args), now: w.clock.now() };
      },
      apart: recovery !== null && !mayMeet(model, recovery[0], rival.name),
    },
  );
}

/** The two possible states before the other client's call: with the interrupted call and without it. */
function statesAlone(player: Player, encounter: Encounter): readonly ExpectedState[] {
  const { name } = encounter.own;
  return [
    { when: `${name} was not done`, ...after(player, encounter, []) },
    { when: `${name} was done`, ...after(player, encounter, [encounter.own]) },
  ];
}

/**
 * The states after both calls; the interrupted one may be missing. The other client's result must be promised in the
 * order that leads to the state. Before a recovery, however, that client may see a call that the recovery takes back.
 * Then its result need only be promised in some order, and its call is done if it changes the state in that order.
 */
function statesBeside(player: Player, encounter: Encounter, isRepairable: boolean): readonly ExpectedState[] {
  const { own, rival } = encounter;
  const orders = [
    { when: `${own.name} was not done`, ...after(player, encounter, [rival]) },
    { when: `${own.name} came first`, ...after(player, encounter, [own, rival]) },
    { when: `${rival.name} came first`, ...after(player, encounter, [rival, own]) },
  ];
  const explaining = orders.filter(({ explains }) => explains);
  if (!isRepairable) return explaining;
  return [
    ...(explaining.some(({ changes }) => !changes) ? statesAlone(player, encounter) : []),
    ...(explaining.some(({ changes }) => changes) ? orders : []),
  ];
}

/**
 * The model's state after calls in this order; whether the other client's result is promised and it changes the state.
 */
function after(
  { model, read, state }: Player,
  { rival, began, visit }: Encounter,
  order: readonly Call[],
): { readonly state: State; readonly explains: boolean; readonly changes: boolean } {
  const copy = cloned(state);
  let explains = true;
  let changes = false;
  for (const call of order) {
    const promised = model.calls[call.name];
    read.tick(call === rival && visit ? visit.now : began);
    const before = call === rival ? canonical(copy) : "";
    const promise = promised?.run(copy, ...call.args);
    if (call !== rival) continue;
    explains = promise === undefined || isFulfilled(promise, visit?.answer);
    promised?.took?.(copy, visit?.answer, ...call.args);
    changes = canonical(copy) !== before;
  }
  return { state: copy, explains, changes };
}

/**
 * Draws a call for another client that dies, too, before the same recovery: about other entities, so that either call
 * may be done whatever becomes of the other. Null if a call changes nothing or is not repaired.
 */
function callElsewhere(trial: ModelTrial, player: Player, own: Call, place: number): Call | null {
  const { model } = player;
  const recovery = canonical(recoveryOf(model, own.name, own.args));
  if (recovery === canonical(null)) return null;
  const names = Object.keys(model.calls).filter((name) => model.calls[name]?.crash === "repairable");
  const g = generator(trial.t.random(SEED + 9_500 + place + trial.own), { heat: 0.3 });
  for (let draw = 0; draw < DRAWS_BESIDE; draw++) {
    const name = g.pick(names);
    const args = player.argsOf(name, g);
    if (!args || canonical(recoveryOf(model, name, args)) !== recovery) continue;
    if (areUnrelated(player, [own, { name, args }])) return { name, args };
  }
  return null;
}

/** Whether two calls are allowed in both orders, share no values, and each changes the state after the other. */
const areUnrelated = (player: Player, [one, other]: readonly [Call, Call]): boolean =>
  mayMeet(player.model, one.name, other.name) &&
  mayOverlap(player, [one, other]) &&
  sharedBy(one.args, other.args).length === 0 &&
  changes(player, one, other) &&
  changes(player, other, one);

/** Kills two clients, each at every place in its call, before one recovery. */
function dieBoth({ played }: ModelTrial, player: Player, [own, other]: readonly [Call, Call]): void {
  const { world, model } = player;
  const recovery = recoveryOf(model, own.name, own.args);
  if (!recovery) return;
  played.crashes += 1;
  player.read.tick(world.clock.now());
  const states = [
    stateAfter(player, "both were done", [own, other]),
    stateAfter(player, `only ${own.name} was done`, [own]),
    stateAfter(player, `only ${other.name} was done`, [other]),
    stateAfter(player, "neither was done", []),
  ];
  const options = { limit: DEATHS_OF_TWO, most: DEATHS_OF_TWO, outside: {} };
  const isRight = (w: World): void => {
    recoverWith(player, recovery, [own, other])(w);
    player.read.tick(w.clock.now());
    const after = states.map(({ when, state: one }) => ({ when, state: recovered(player, recovery, one) }));
    const { why } = compare(w, player, after, [...own.args, ...other.args]);
    if (why !== null) throw new CheckFailure(`${diedText([own, other])}${ranText(recovery)}: ${why}`);
  };
  world.crash(
    (w) => callWith(w, own.name, own.args),
    null,
    (w) => w.crash((x) => callWith(x, other.name, other.args), null, isRight, options),
    options,
  );
}
