import type Pusher from "pusher-js";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { whenSubscribed } from "../../../app/lib/live/subscriptions.ts";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

/** What a connection says to those who listen to it, said by the test. */
function openConnection() {
  const listeners = new Map<string, (message: unknown) => void>();
  const pusher = {
    connection: { bind: (event: string, listen: (message: unknown) => void) => listeners.set(event, listen) },
    subscribe: () => ({ bind: () => undefined }),
  };
  const ready = vi.fn();
  whenSubscribed(pusher as unknown as Pusher, ["website", "wiki"], ready);
  const say = (event: string, message?: unknown) => listeners.get(event)?.(message);
  const answer = (channel: string) => say("message", { event: "pusher_internal:subscription_succeeded", channel });
  return { ready, say, answer };
}

test("a page is online once, when every channel and its own have answered", () => {
  const { ready, say, answer } = openConnection();
  say("connected");
  answer("website");
  answer("#server-to-user-jana");
  expect(ready).not.toHaveBeenCalled();
  answer("wiki");
  vi.runAllTimers();
  expect(ready).toHaveBeenCalledTimes(1);
});

test("a channel without an answer holds nobody up, and one that answers late makes the page catch up once more", () => {
  const { ready, say, answer } = openConnection();
  say("connected");
  answer("website");
  vi.advanceTimersByTime(3000);
  expect(ready).toHaveBeenCalledTimes(1);
  answer("wiki");
  expect(ready).toHaveBeenCalledTimes(1);
  answer("#server-to-user-jana");
  expect(ready).toHaveBeenCalledTimes(2);
});

test("a connection that is lost meanwhile is online only when the next one has its answers", () => {
  const { ready, say, answer } = openConnection();
  say("connected");
  answer("website");
  say("disconnected");
  vi.advanceTimersByTime(3000);
  expect(ready).not.toHaveBeenCalled();
  say("connected");
  for (const channel of ["website", "wiki", "#server-to-user-jana"]) answer(channel);
  expect(ready).toHaveBeenCalledTimes(1);
});
