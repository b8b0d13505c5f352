import { setImmediate } from "node:timers/promises";
import { afterEach, expect, it, vi } from "vitest";
import type { Context } from "../../../server/trpc/context.ts";
import { createCallerFactory, procedure, router } from "../../../server/trpc/procedures.ts";
import { turnsDuring } from "../../support/threads/turns.ts";

afterEach(() => vi.restoreAllMocks());

/** What somebody asks for in one request: calls that compute for so long, and calls that wait. */
function beginRequest(computesMs: number) {
  let ms = 0;
  vi.spyOn(performance, "now").mockImplementation(() => ms);
  const began: string[] = [];
  const context = { person: { id: "jana", name: "Jana", role: "admin" }, sessionId: "session" } as unknown as Context;
  const calls = router({
    compute: procedure.query(async () => {
      // As a statement of SQLite does: the answer is there at once, and comes by a promise.
      await Promise.resolve();
      ms += computesMs;
      began.push("compute");
    }),
    wait: procedure.query(async () => {
      began.push("wait");
      await setImmediate();
    }),
  });
  return { api: createCallerFactory(calls)(context), began };
}

const twenty = <Result>(call: () => Promise<Result>) => Promise.all(Array.from({ length: 20 }, call));

it("the calls of one request let others in between once they have computed for five milliseconds", async () => {
  const dear = beginRequest(5);
  expect(await turnsDuring(() => twenty(dear.api.compute))).toBeGreaterThanOrEqual(19);
  const cheap = beginRequest(1);
  const turns = await turnsDuring(() => twenty(cheap.api.compute));
  expect(turns).toBeGreaterThanOrEqual(3);
  expect(turns).toBeLessThan(7);
  expect([dear.began.length, cheap.began.length]).toEqual([20, 20]);
});

it("the calls of one request wait for a database or a network all at once", async () => {
  const { api, began } = beginRequest(1);
  const answers = twenty(api.wait);
  await setImmediate();
  expect(began).toHaveLength(20);
  await answers;
});
