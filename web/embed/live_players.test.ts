import assert from "node:assert/strict";
import { test } from "node:test";

import { leave, used, wake, type Sleeper } from "./live_players.js";

/** A player that records its calls. */
class Player implements Sleeper {
  isBusy = false;
  state = "asleep";
  awake(): void {
    this.state = "awake";
  }
  sleep(): void {
    this.state = "asleep";
  }
}

const awake = (players: Player[]): number[] => players.flatMap(({ state }, at) => (state === "awake" ? [at] : []));

test("two players are awake at a time, the most recently used ones", () => {
  const players = Array.from({ length: 4 }, () => new Player());
  const [first, second, third, fourth] = players as [Player, Player, Player, Player];
  wake(first);
  wake(second);
  assert.deepEqual(awake(players), [0, 1]);
  used(first);
  wake(third);
  assert.deepEqual(awake(players), [0, 2]);
  wake(fourth);
  assert.deepEqual(awake(players), [2, 3]);
  players.forEach(leave);
});

test("a busy player is not put to sleep: the next one waits", () => {
  const players = Array.from({ length: 3 }, () => new Player());
  const [first, second, third] = players as [Player, Player, Player];
  first.isBusy = second.isBusy = true;
  players.forEach(wake);
  assert.deepEqual(awake(players), [0, 1]);
  first.isBusy = false;
  used(first);
  assert.deepEqual(awake(players), [1, 2]);
  players.forEach(leave);
});

test("a removed player makes room", () => {
  const players = Array.from({ length: 3 }, () => new Player());
  const [first, second] = players as [Player, Player, Player];
  first.isBusy = second.isBusy = true;
  players.forEach(wake);
  leave(second);
  assert.deepEqual(awake(players), [0, 1, 2]);
  players.forEach(leave);
});
