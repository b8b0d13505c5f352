// @vitest-environment happy-dom
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { createQueryClient, createRpcClient } from "../../../app/lib/api/trpc.tsx";
import { pushTimings } from "../../../contract/live/push-timings.ts";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

test("a query that fails is tried three more times, after 1, 2 and 4 seconds", async () => {
  const times: number[] = [];
  const begun = Date.now();
  const queryFn = async () => {
    times.push(Date.now() - begun);
    throw new Error("away");
  };
  const query = createQueryClient().fetchQuery({ ...retryOf("queries"), queryKey: ["q"], queryFn });
  const failed = expect(query).rejects.toThrow("away");
  await vi.advanceTimersByTimeAsync(60_000);
  await failed;
  expect(times).toEqual([0, 1000, 3000, 7000]);
});

test("the delay doubles up to 30 seconds", () => {
  const { retryDelay } = createQueryClient().getDefaultOptions().queries ?? {};
  const delay = retryDelay as (attempt: number, error: Error) => number;
  expect([0, 1, 4, 5, 20].map((attempt) => delay(attempt, new Error()))).toEqual([1000, 2000, 16_000, 30_000, 30_000]);
});

test("a mutation is never tried again", async () => {
  const mutationFn = vi.fn().mockRejectedValue(new Error("away"));
  const client = createQueryClient();
  const mutation = client.getMutationCache().build(client, { mutationFn });
  const failed = expect(mutation.execute(undefined)).rejects.toThrow("away");
  await vi.advanceTimersByTimeAsync(60_000);
  await failed;
  expect(mutationFn).toHaveBeenCalledOnce();
});

test("what nobody looks at is kept for five minutes", async () => {
  const client = createQueryClient();
  await client.prefetchQuery({ queryKey: ["q"], queryFn: async () => "kept" });
  await vi.advanceTimersByTimeAsync(5 * 60_000 - 1);
  expect(client.getQueryData(["q"])).toBe("kept");
  await vi.advanceTimersByTimeAsync(1);
  expect(client.getQueryData(["q"])).toBeUndefined();
});

test("a failed result is logged to the console, a good one is not", async () => {
  vi.useRealTimers();
  const log = vi.spyOn(console, "error").mockImplementation(() => undefined);
  const answers = [{ result: { data: { json: { data: [], totalItems: 0, totalPages: 0 } } } }];
  vi.stubGlobal("fetch", async () => Response.json(answers));
  await createRpcClient().session.list.query({});
  expect(log).not.toHaveBeenCalled();
  vi.stubGlobal("fetch", async () => {
    throw new TypeError("away");
  });
  await expect(createRpcClient().session.list.query({})).rejects.toThrow("away");
  expect(String(log.mock.calls[0])).toContain("session.list");
});

test("the push connection keeps the times of the spec", () => {
  expect(pushTimings).toEqual({ activityTimeoutMs: 180_000, pongTimeoutMs: 45_000, unavailableTimeoutMs: 60_000 });
});

/** fetchQuery switches retries off unless it is given them; these are the client's own. */
function retryOf(kind: "queries") {
  const { retry, retryDelay } = createQueryClient().getDefaultOptions()[kind] ?? {};
  return { retry, retryDelay };
}
