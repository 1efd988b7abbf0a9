/** Has two clients, or three, call functions at the same time: some order of the calls must explain what is seen. */
import { CheckFailure } from "../failure.js";
import type { World } from "../world.js";
import { faultOf, promised } from "./matchers.js";
import { callWith } from "./made_argument.js";
import { cloned } from "./model.js";
import { callText, observed, readsOf, type Player } from "./history.js";
import { after, meetings, onStates, type Meeting, type ModelTrial } from "./model_trial.js";

/** Schedules of one race, at most. */
const SCHEDULES = 24;

/** Plays every meeting on states from histories. */
export function rivals(trial: ModelTrial): void {
  onStates(trial, (player, at) => {
    for (const meeting of meetings(trial, player, at)) meet(trial, player, meeting);
  });
}

/** A call of a race with what came of it. */
interface Call {
  readonly name: string;
  readonly args: readonly unknown[];
  readonly text: string;
  answer?: unknown;
  made: boolean;
}

const callOf = (name: string, args: readonly unknown[]): Call => ({
  name,
  args,
  text: callText(name, args),
  made: false,
});

function meet({ played, brief }: ModelTrial, player: Player, { first, a, second, b, third }: Meeting): void {
  const { world, read, state } = player;
  const calls = [callOf(first, a), callOf(second, b), ...(third ? [callOf(third.name, third.args)] : [])] as [
    Call,
    Call,
    Call?,
  ];
  const [own, rival, late] = calls;
  played.races += 1;
  const make =
    (call: Call) =>
    (w: World): void => {
      call.answer = callWith(w, call.name, call.args);
      call.made = true;
    };
  /** The contradiction to an order of the calls. */
  const contradiction = (w: World, order: readonly Call[]): string | null => {
    const copy = cloned(state);
    for (const { name, args, text, answer } of order) {
      const call = read.model.calls[name];
      const promise = call?.run(copy, ...args);
      if (promise !== undefined && faultOf(promise, answer) !== null)
        return `${text} returned ${promised(answer)}, promised ${promised(promise)}`;
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
    );
    return fault && `then ${fault.words}`;
  };
  const explained = (w: World): void => {
    const made = late?.made ? [rival, late] : [rival];
    // The rivals' calls follow one another; the client's own may come before, between or after them.
    const orders = [...made, own].map((_, place) => [...made.slice(0, place), own, ...made.slice(place)]);
    const whys: string[] = [];
    for (const order of orders) {
      const why = contradiction(w, order);
      if (why === null) return;
      whys.push(why);
    }
    const together = [own, ...made].map(({ text }) => text);
    const list = `${together.slice(0, -1).join(", ")} and ${together.at(-1)}`;
    const firsts = orders.map(
      (order, at) => `if ${order[0] === own ? first : (order[0]?.name ?? "")} came first: ${whys[at]}`,
    );
    const why = whys.every((one) => one === whys[0]) || first === second ? whys[0] : firsts.join("; ");
    throw new CheckFailure(`${list} at the same moment: ${why}`);
  };
  try {
    world.rival(
      (w) => {
        for (const call of calls) if (call) call.made = false;
        make(own)(w);
      },
      make(rival),
      explained,
      { limit: brief ? 8 : SCHEDULES, ...(late && { pairs: make(late) }) },
    );
  } catch (error) {
    throw after(player, error);
  }
}
