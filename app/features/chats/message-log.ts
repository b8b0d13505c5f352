import type { ChatMessage, MessagePage } from "../../../contract/chats/chats.ts";
import { createEmitter } from "../../lib/store.ts";

/** As many as are read at once. */
const stretch = 50;

export type ReadMessages = (input: { after: number; limit: number }) => Promise<MessagePage>;

/**
 * What this page knows of a chat: messages by their numbers, which have no gaps, so that the place of those that are not
 * read yet is known too. Reads what is wanted, each stretch once at a time.
 */
export class MessageLog {
  readonly #read: ReadMessages;
  readonly #messages = new Map<number, ChatMessage>();
  readonly #own = new Set<string>();
  readonly #reading = new Set<number>();
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
    return this.#own.has(clientId);
  }

  readonly subscribe = this.#changes.subscribe;

  /** Takes note of how many messages there are; never fewer than before. */
  grow(count: number): void {
    if (count <= this.#count) return;
    this.#count = count;
    this.#tell();
  }

  put(messages: readonly ChatMessage[]): void {
    for (const message of messages) {
      this.#messages.set(message.number, message);
      this.#own.add(message.clientId);
      this.#count = Math.max(this.#count, message.number);
    }
    this.#hasFailed = false;
    this.#tell();
  }

  /** Reads what is missing between two numbers, both included. Failures show in `hasFailed`; `want` again retries. */
  async want(first: number, last: number): Promise<void> {
    const missing: number[] = [];
    for (let number = Math.max(1, first); number <= Math.min(last, this.#count); number += 1)
      if (!this.#messages.has(number) && !this.#reading.has(number)) missing.push(number);
    await Promise.all(runsOf(missing).map((run) => this.#readRun(run.from, run.to)));
  }

  /** Reads one message again, as after it was changed. */
  async renew(number: number): Promise<void> {
    if (this.#messages.has(number)) await this.#readRun(number, number);
  }

  /** Forgets all but a stretch and reads that again: what else has changed meanwhile is read when it is wanted. */
  async renewAround(first: number, last: number): Promise<void> {
    for (const number of this.#messages.keys()) if (number < first || number > last) this.#messages.delete(number);
    const known = [...this.#messages.keys()].toSorted((one, other) => one - other);
    await Promise.all(runsOf(known).map((run) => this.#readRun(run.from, run.to)));
    this.#tell();
  }

  async #readRun(from: number, to: number): Promise<void> {
    const numbers = Array.from({ length: to - from + 1 }, (_, index) => from + index);
    for (const number of numbers) this.#reading.add(number);
    try {
      const { messages } = await this.#read({ after: from - 1, limit: numbers.length });
      this.put(messages);
    } catch {
      this.#hasFailed = true;
      this.#tell();
    } finally {
      for (const number of numbers) this.#reading.delete(number);
    }
  }

  #tell(): void {
    this.#version += 1;
    this.#changes.emit();
  }
}

/** Neighbouring numbers together, in stretches that can be read at once. */
export function runsOf(numbers: readonly number[]): { from: number; to: number }[] {
  const runs: { from: number; to: number }[] = [];
  for (const number of numbers) {
    const run = runs.at(-1);
    if (run && run.to === number - 1 && number - run.from < stretch) run.to = number;
    else runs.push({ from: number, to: number });
  }
  return runs;
}
