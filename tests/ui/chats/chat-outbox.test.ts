// @vitest-environment happy-dom
import { TRPCClientError } from "@trpc/client";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import {
  changeOutgoing,
  discardOutgoing,
  enqueue,
  forgetOutboxes,
  type OutgoingMessage,
  onOutboxChange,
  readOutbox,
} from "../../../app/features/chats/outbox/outbox.ts";
import { startSender } from "../../../app/features/chats/outbox/outbox-sender.ts";
import type { ChatMessage } from "../../../contract/chats/chats.ts";

const outgoing = (clientId: string, body = clientId): OutgoingMessage => ({
  clientId,
  body,
  chatId: "c1",
  mentions: {},
  files: [],
  at: "2026-11-21T08:00:00.000Z",
});
const refusal = (problem: string, message: string) =>
  TRPCClientError.from({ error: { code: -32_600, message, data: { problem } } } as never);
const ids = () => readOutbox("jana").map(({ clientId }) => clientId);
const settle = () => vi.advanceTimersByTimeAsync(0);

let stops: (() => void)[] = [];
beforeEach(() => {
  vi.useFakeTimers();
  localStorage.clear();
});
afterEach(() => {
  for (const stop of stops) stop();
  stops = [];
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

function start(send: (message: OutgoingMessage) => Promise<unknown>, onSent?: (chatId: string) => void) {
  const stop = startSender({
    personId: "jana",
    send: send as (message: OutgoingMessage) => Promise<ChatMessage>,
    ...(onSent && { onSent }),
    withLock: (work) => work(),
  });
  stops.push(stop);
  return stop;
}

describe("the outbox", () => {
  it("keeps each person's messages over a reload, and the same list while nothing changes", () => {
    enqueue("jana", outgoing("a"));
    enqueue("timo", outgoing("b"));
    expect(ids()).toEqual(["a"]);
    expect(readOutbox("jana")).toBe(readOutbox("jana"));
    discardOutgoing("jana", "a");
    expect(localStorage.getItem("chat-outbox:jana")).toBeNull();
    expect(readOutbox("timo")).toHaveLength(1);
  });

  it("is forgotten on sign-out", () => {
    enqueue("jana", outgoing("a"));
    forgetOutboxes();
    expect(ids()).toEqual([]);
  });

  it("hears of changes here and in other tabs", () => {
    const heard = vi.fn();
    stops.push(onOutboxChange(heard));
    enqueue("jana", outgoing("a"));
    window.dispatchEvent(new StorageEvent("storage", { key: "chat-outbox:jana" }));
    window.dispatchEvent(new StorageEvent("storage", { key: "ui-color-scheme" }));
    expect(heard).toHaveBeenCalledTimes(2);
  });

  it("survives what cannot be read, and a browser that keeps nothing", () => {
    localStorage.setItem("chat-outbox:jana", "{");
    expect(ids()).toEqual([]);
    vi.stubGlobal("localStorage", {
      getItem: () => null,
      removeItem: () => undefined,
      setItem: () => {
        throw new DOMException("full", "QuotaExceededError");
      },
    });
    enqueue("jana", outgoing("a"));
    expect(ids()).toEqual(["a"]);
    discardOutgoing("jana", "a");
    expect(ids()).toEqual([]);
  });
});

describe("sending", () => {
  it("goes in order, one at a time, and shows each before it is forgotten", async () => {
    const seen: string[] = [];
    start(
      async ({ clientId }) => void seen.push(`send ${clientId}`),
      () => seen.push(`sent ${ids()}`),
    );
    enqueue("jana", outgoing("a"));
    enqueue("jana", outgoing("b"));
    await settle();
    expect(seen).toEqual(["send a", "sent a,b", "send b", "sent b"]);
    expect(ids()).toEqual([]);
  });

  it("waits out a broken connection and sends once it is back, under the same name", async () => {
    const send = vi.fn().mockRejectedValueOnce(new TypeError("Failed to fetch")).mockResolvedValue({});
    start(send);
    enqueue("jana", outgoing("a"));
    await settle();
    expect(readOutbox("jana")).toMatchObject([{ clientId: "a" }]);
    window.dispatchEvent(new Event("online"));
    await settle();
    expect(send.mock.calls.map(([message]) => message.clientId)).toEqual(["a", "a"]);
    expect(ids()).toEqual([]);
  });

  it("tries again by itself, ever more rarely", async () => {
    const send = vi.fn().mockRejectedValue(new TypeError("Failed to fetch"));
    start(send);
    enqueue("jana", outgoing("a"));
    await vi.advanceTimersByTimeAsync(2000 + 4000 + 8000);
    expect(send).toHaveBeenCalledTimes(4);
  });

  it("does not even try while the browser is offline", async () => {
    vi.stubGlobal("navigator", { ...navigator, onLine: false });
    const send = vi.fn();
    start(send);
    enqueue("jana", outgoing("a"));
    await settle();
    expect(send).not.toHaveBeenCalled();
  });

  it("sets aside what is refused, with the reason, and goes on with the rest", async () => {
    const send = vi.fn(async ({ clientId }: OutgoingMessage) => {
      if (clientId === "a") throw refusal("not_found", "Diesen Chat gibt es nicht.");
    });
    start(send);
    enqueue("jana", outgoing("a"));
    enqueue("jana", outgoing("b"));
    await settle();
    expect(readOutbox("jana")).toMatchObject([{ clientId: "a", problem: "Diesen Chat gibt es nicht." }]);
  });

  it("keeps what came too fast with the sentence that says so, until it is tried again", async () => {
    const send = vi.fn<() => Promise<unknown>>().mockResolvedValue({});
    send.mockRejectedValueOnce(refusal("too_many", "Zu viele Nachrichten. Bitte warte einen Moment."));
    start(send);
    enqueue("jana", outgoing("a"));
    await vi.advanceTimersByTimeAsync(60_000);
    expect(send).toHaveBeenCalledTimes(1);
    expect(readOutbox("jana")).toMatchObject([{ problem: "Zu viele Nachrichten. Bitte warte einen Moment." }]);
    changeOutgoing("jana", "a", { problem: undefined });
    await settle();
    expect([send.mock.calls.length, ids()]).toEqual([2, []]);
  });

  it("takes an ended session for a passing trouble", async () => {
    start(async () => Promise.reject(refusal("unauthenticated", "Bitte melde dich an.")));
    enqueue("jana", outgoing("a"));
    await settle();
    expect(readOutbox("jana")[0]?.problem).toBeUndefined();
  });

  it("of two tabs happens in one", async () => {
    let turn: Promise<unknown> = Promise.resolve();
    const withLock = (work: () => Promise<void>) => {
      const mine = turn.then(work);
      turn = mine;
      return mine;
    };
    const send = vi.fn(async () => ({}) as ChatMessage);
    for (let tab = 0; tab < 2; tab += 1) stops.push(startSender({ personId: "jana", send, withLock }));
    enqueue("jana", outgoing("a"));
    await settle();
    expect(send).toHaveBeenCalledTimes(1);
  });
});
