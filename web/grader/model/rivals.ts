/** Runs functions of two or three clients concurrently: some order of the calls must explain the result. */
import { CheckFailure, prefixed } from "../failure.js";
import type { World } from "../world.js";
import { isFulfilled, promised } from "./matchers.js";
import { callWith } from "./made_argument.js";
import { cloned } from "./model.js";
import { Answers, callText, observed, readsOf, type Player } from "./history.js";
import { allowed, type Call, type Meeting } from "./calls.js";
import { meetings } from "./meetings.js";
import { onStates, type ModelTrial } from "./model_trial.js";
import { play } from "./scene.js";

/** The most schedules per race of two clients and of three. */
const SCHEDULES = 64;
const SCHEDULES_OF_THREE = 48;

/** Plays every meeting, starting from states of histories. */
export function rivals(trial: ModelTrial): void {
  onStates(trial, (player, at) => {
    const all = meetings(trial, player, at);
    // A fault of two calls is simpler than one that takes three.
    const pairs = all.map(({ first, a, second, b }): Meeting => ({ first, a, second, b }));
    for (const meeting of [...pairs, ...all.filter(({ third }) => third)]) {
      play<RacingCalls>(trial, player, {
        calls: callsOf(meeting),
        fits: mayAllMeet,
        act: (on, calls) => meet(trial, on, calls),
      });
    }
  });
}

/** The calls of a race: the first client's, the second one's, and a third one's or another one of the second client. */
type RacingCalls = readonly [Call, Call] | readonly [Call, Call, Call];

function callsOf({ first, a, second, b, third }: Meeting): RacingCalls {
  const both = [
    { name: first, args: a },
    { name: second, args: b },
  ] as const;
  return third ? [...both, third] : both;
}

/** Whether the task allows each call after each other one. */
const mayAllMeet = (player: Player, calls: readonly Call[]): boolean =>
  calls.every((call, at) =>
    calls.every((other, place) => at === place || allowed(player, call.name, call.args, other.name, other.args)),
  );

/** A call of a race with its result. */
interface MadeCall extends Call {
  readonly text: string;
  answer?: unknown;
  begun: boolean;
  made: boolean;
}

/** The text of concurrent calls of two or three clients; the first one's call comes first. */
function concurrent(calls: readonly MadeCall[], clients: number): string {
  const texts = calls.map(({ text }) => text);
  if (texts.length > clients) return `${texts[0]} at the same moment as ${texts.slice(1).join(" and then ")}`;
  return `${texts.slice(0, -1).join(", ")} and ${texts.at(-1)} at the same moment`;
}

/** All orders of some calls. */
const ordersOf = (calls: readonly MadeCall[]): (readonly MadeCall[])[] =>
  calls.length <= 1
    ? [calls]
    : calls.flatMap((call) => ordersOf(calls.filter((other) => other !== call)).map((rest) => [call, ...rest]));

/** What contradicts one order of the calls. */
interface Contradiction {
  readonly order: readonly MadeCall[];
  /** The number of calls at its start with promised results. */
  readonly agreeing: number;
  readonly words: () => string;
}

/** Why no order explains the results. `isOne` says that all orders are the same. */
function explanation(found: readonly Contradiction[], isOne: boolean): string {
  const [first] = found;
  const whys = found.map(({ words }) => words());
  if (isOne || whys.every((why) => why === whys[0])) return whys[0] ?? "";
  if ((first?.order.length ?? 0) > 2) {
    const nearest = found.reduce((best, one) => (one.agreeing > best.agreeing ? one : best));
    return `no order explains it; in the order ${nearest.order.map(({ name }) => name).join(", ")}: ${nearest.words()}`;
  }
  const isSameFunction = found.every(({ order: [call] }) => call?.name === first?.order[0]?.name);
  return found
    .map(({ order: [call] }, at) => `if ${isSameFunction ? call?.text : call?.name} came first: ${whys[at]}`)
    .join("; ");
}

function meet({ played, brief }: ModelTrial, player: Player, racing: RacingCalls): void {
  const { world, read, state } = player;
  const calls = racing.map((call) => ({
    ...call,
    text: callText(call.name, call.args),
    begun: false,
    made: false,
  })) as [MadeCall, MadeCall, MadeCall?];
  const [own, rival, late] = calls;
  const clients = read.model.clients ?? 2;
  played.races += 1;
  const make =
    (call: MadeCall) =>
    (w: World): void => {
      call.begun = true;
      try {
        call.answer = callWith(w, call.name, call.args);
      } catch (error) {
        const begun = calls.filter((other): other is MadeCall => other?.begun === true);
        throw begun.length > 1 ? prefixed(concurrent(begun, clients), error) : error;
      }
      call.made = true;
    };
  let isNested = false;
  const nested =
    (call: MadeCall) =>
    (w: World): void => {
      isNested = true;
      make(call)(w);
    };
  /** What contradicts an order of the calls; null if nothing does. */
  const contradiction = (w: World, order: readonly MadeCall[], answers: Answers): Contradiction | null => {
    const copy = cloned(state);
    for (const [agreeing, { name, args, text, answer }] of order.entries()) {
      const call = read.model.calls[name];
      const promise = call?.run(copy, ...args);
      if (promise !== undefined && !isFulfilled(promise, answer))
        return {
          order,
          agreeing,
          words: () => `${text} returned ${promised(answer)}, promised ${promised(promise)}`,
        };
      call?.took?.(copy, answer, ...args);
    }
    const fault = observed(
      w,
      read,
      copy,
      readsOf(
        read.model,
        [copy, state],
        order.flatMap(({ args }) => args),
      ),
      answers,
    );
    return fault && { order, agreeing: order.length, words: () => `then ${fault.words}` };
  };
  const explained = (w: World): void => {
    const made = late?.made ? [rival, late] : [rival];
    // Consecutive rivals act in sequence, the first one's call first; all other calls overlap.
    const orders = ordersOf([own, ...made]).filter(
      (order) => isNested || !late?.made || order.indexOf(rival) < order.indexOf(late),
    );
    const found: Contradiction[] = [];
    const answers = new Answers();
    for (const order of orders) {
      const why = contradiction(w, order, answers);
      if (why === null) return;
      found.push(why);
    }
    const why = explanation(found, own.text === rival.text);
    throw new CheckFailure(`${concurrent([own, ...made], clients)}: ${why}`);
  };
  const third = clients === 3 ? late : undefined;
  world.rival(
    (w) => {
      for (const call of calls) if (call) call.begun = call.made = false;
      isNested = false;
      make(own)(w);
    },
    (w) => {
      make(rival)(w);
      if (late && !third) make(late)(w);
    },
    explained,
    {
      pure: true,
      // Histories play both orders of two calls.
      overlapping: !third,
      limit: brief ? 8 : third ? SCHEDULES_OF_THREE : SCHEDULES,
      ...(third && { pairs: make(third), within: nested(third) }),
    },
  );
}
