import { useCallback, useEffect, useState } from "react";
import type { ChatMessage, MessagePage } from "../../../../contract/chats/chats.ts";
import type { LivePayload } from "../../../../contract/live/live-events.ts";
import { useTRPCClient } from "../../../lib/api/trpc.tsx";
import { listenToLiveEvents, useLiveState } from "../../../lib/live/live-store.ts";
import { createEmitter, useStore } from "../../../lib/store.ts";

/** As many as are read at once. */
const batchSize = 50;

export type ReadMessages = (input: { after: number; limit: number }) => Promise<MessagePage>;

/**
 * What this page knows of a chat: messages by their numbers, which have no gaps, so that the place of those that are not
 * read yet is known too. Reads what is wanted, each stretch once at a time.
 */
export class MessageLog {
  readonly #read: ReadMessages;
  readonly #messages = new Map<number, ChatMessage>();
  readonly #clientIds = new Set<string>();
  readonly #loading = new Set<number>();
  readonly #changes = createEmitter();
  #count = 0;
  #version = 0;
  #hasFailed = false;

  constructor(read: ReadMessages) {
    this.#read = read;
  }

  /** How many messages the chat has; also the number of the last. */
  get count(): number {
    return this.#count;
  }

  get hasFailed(): boolean {
    return this.#hasFailed;
  }

  get version(): number {
    return this.#version;
  }

  at(number: number): ChatMessage | undefined {
    return this.#messages.get(number);
  }

  /** Whether a message that was sent under this name is here. */
  has(clientId: string): boolean {
    return this.#clientIds.has(clientId);
  }

  readonly subscribe = this.#changes.subscribe;

  /** Takes note of how many messages there are; never fewer than before. */
  growTo(count: number): void {
    if (count <= this.#count) return;
    this.#count = count;
    this.#notify();
  }

  put(messages: readonly ChatMessage[]): void {
    for (const message of messages) {
      this.#messages.set(message.number, message);
      this.#clientIds.add(message.clientId);
      this.#count = Math.max(this.#count, message.number);
    }
    this.#hasFailed = false;
    this.#notify();
  }

  /** Reads what is missing between two numbers, both included. Failures show in `hasFailed`; `want` again retries. */
  async load(first: number, last: number): Promise<void> {
    const missing: number[] = [];
    for (let number = Math.max(1, first); number <= Math.min(last, this.#count); number += 1)
      if (!this.#messages.has(number) && !this.#loading.has(number)) missing.push(number);
    await Promise.all(runsOf(missing).map((run) => this.#loadRun(run.from, run.to)));
  }

  /** Reads one message again, as after it was changed. */
  async reload(number: number): Promise<void> {
    if (this.#messages.has(number)) await this.#loadRun(number, number);
  }

  /** Forgets all but a stretch and reads that again: what else has changed meanwhile is read when it is wanted. */
  async reloadAround(first: number, last: number): Promise<void> {
    for (const number of this.#messages.keys()) if (number < first || number > last) this.#messages.delete(number);
    const known = [...this.#messages.keys()].toSorted((one, other) => one - other);
    await Promise.all(runsOf(known).map((run) => this.#loadRun(run.from, run.to)));
    this.#notify();
  }

  async #loadRun(from: number, to: number): Promise<void> {
    const numbers = Array.from({ length: to - from + 1 }, (_, index) => from + index);
    for (const number of numbers) this.#loading.add(number);
    try {
      const { messages } = await this.#read({ after: from - 1, limit: numbers.length });
      this.put(messages);
    } catch {
      this.#hasFailed = true;
      this.#notify();
    } finally {
      for (const number of numbers) this.#loading.delete(number);
    }
  }

  #notify(): void {
    this.#version += 1;
    this.#changes.emit();
  }
}

/** Neighbouring numbers together, in stretches that can be read at once. */
export function runsOf(numbers: readonly number[]): { from: number; to: number }[] {
  const runs: { from: number; to: number }[] = [];
  for (const number of numbers) {
    const run = runs.at(-1);
    if (run && run.to === number - 1 && number - run.from < batchSize) run.to = number;
    else runs.push({ from: number, to: number });
  }
  return runs;
}

const batchMs = 250;
/** About as many as fit on a tall screen. */
const maxVisibleMessages = 60;

/** The messages of a chat, which follow what others write: only what is new or changed is read. */
export function useMessageLog(chatId: string, onChange: () => void): MessageLog {
  const client = useTRPCClient();
  const [log] = useState(() => new MessageLog((input) => client.chat.messages.query({ chatId, ...input })));
  useStore({ read: () => log.version, readOnServer: () => 0, subscribe: log.subscribe });

  useEffect(() => {
    const changed = new Set<number>();
    let timer: ReturnType<typeof setTimeout> | undefined;
    const read = () => {
      timer = undefined;
      const before = log.count;
      const numbers = [...changed];
      changed.clear();
      log.growTo(Math.max(before, ...numbers));
      void log.load(before + 1, log.count);
      for (const number of numbers) if (number <= before) void log.reload(number);
      if (numbers.some((number) => number <= before)) onChange();
    };
    const stop = listenToLiveEvents(({ event, payload }) => {
      if (event !== "chatMessage") return;
      const { chat, number } = payload as LivePayload<"chatMessage">;
      if (chat.id !== chatId) return;
      changed.add(number);
      timer ??= setTimeout(read, batchMs);
    });
    return () => {
      stop();
      clearTimeout(timer);
    };
  }, [chatId, log, onChange]);

  return log;
}

/** Reads again what is on screen once the connection is back, or after a gap in it: what was changed was not heard. */
export function useReloadAfterReconnect(log: MessageLog, shown: () => { first: number; last: number }): void {
  const isOnline = useLiveState() === "online";
  const [wasOffline, setWasOffline] = useState(false);
  const reload = useCallback(() => {
    const { first, last } = shown();
    void log.reloadAround(Math.min(first, last - maxVisibleMessages), last);
  }, [log, shown]);
  useEffect(() => {
    if (!isOnline) return setWasOffline(log.count > 0);
    if (!wasOffline) return;
    setWasOffline(false);
    reload();
  }, [isOnline, wasOffline, log, reload]);
  useEffect(
    () =>
      listenToLiveEvents(({ event }) => {
        if (event === "liveGap" && isOnline && log.count > 0) reload();
      }),
    [isOnline, log, reload],
  );
}
