import { expect, it } from "vitest";
import { DatabaseAway } from "../../../server/db/postgres/lost-connections.ts";
import { openTransactionTurns } from "../../../server/db/postgres/turns.ts";

const hours = 3_600_000;

it("refuses what has waited too long for its turn, and never begins it", async () => {
  const turns = openTransactionTurns(1, 1);
  const end = Promise.withResolvers<void>();
  const begun: string[] = [];
  const first = turns.run(() => end.promise);
  await expect(turns.run(async () => void begun.push("late"))).rejects.toThrow(DatabaseAway);
  expect(turns.waiting()).toBe(0);
  end.resolve();
  await first;
  await turns.run(async () => void begun.push("next"));
  expect(begun).toEqual(["next"]);
});

/** Asks for as many turns at once; each ends when the test says. */
function ask(turns: ReturnType<typeof openTransactionTurns>, count: number) {
  const begun: number[] = [];
  const ends = Array.from({ length: count }, () => Promise.withResolvers<void>());
  const all = ends.map(({ promise }, index) =>
    turns.run(() => {
      begun.push(index);
      return promise;
    }),
  );
  return {
    begun,
    async end(index: number, error?: Error) {
      if (error) ends[index]?.reject(error);
      else ends[index]?.resolve();
      await all[index]?.catch(() => undefined);
    },
    async endAll() {
      for (const { resolve } of ends) resolve();
      await Promise.allSettled(all);
    },
  };
}

it("lets as many be open as may, in their order, and goes on after one that fails", async () => {
  const turns = openTransactionTurns(2, hours);
  const { begun, end, endAll } = ask(turns, 5);
  expect([begun, turns.waiting()]).toEqual([[0, 1], 3]);
  await end(1, new Error("refused"));
  expect([begun, turns.waiting()]).toEqual([[0, 1, 2], 2]);
  await endAll();
  expect([begun, turns.waiting()]).toEqual([[0, 1, 2, 3, 4], 0]);
});
