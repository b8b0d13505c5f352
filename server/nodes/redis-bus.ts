import { randomUUID } from "node:crypto";
import { z } from "zod";
import type { Log } from "../log.ts";
import type { Bus, BusFigures, BusHandler, BusPayload } from "./bus.ts";
import { GapBell } from "./gap-bell.ts";
import type { RedisClients } from "./redis-clients.ts";
import { Senders } from "./senders.ts";

interface RedisBusOptions {
  clients: RedisClients;
  /** Before the names of everything in Redis: portals that share one do not hear each other. */
  prefix: string;
  log: Log;
}

const beatMs = 1000;
/** Three beats that did not come back: the connection may still look open, as with a server that hangs. */
const lostAfterMs = 3500;
/** A connection of which nothing is heard for so long is opened anew. */
const renewAfterMs = 10_000;

const message = z.object({
  from: z.string(),
  /** How many messages its sender has published up to this one. */
  number: z.number().int().min(0),
  topic: z.string().optional(),
  payload: z.unknown().optional(),
  isLast: z.boolean().optional(),
});
type Message = z.infer<typeof message>;

/**
 * A bus over Redis. Every second each node publishes how many messages it has published so far, so that others notice one
 * that is missing although nothing follows it. That its own beats come back tells a node that it is connected: this
 * proves both of its connections, whatever they look like.
 */
export function redisBus(options: RedisBusOptions): Bus {
  return new RedisBus(options);
}

class RedisBus implements Bus {
  readonly #clients: RedisClients;
  readonly #channel: string;
  readonly #log: Log;
  readonly #id = randomUUID();
  readonly #handlers = new Map<string, Set<BusHandler>>();
  readonly #listeners = new Set<(isConnected: boolean) => void>();
  readonly #gaps: GapBell;
  readonly #senders = new Senders();
  readonly #timer: NodeJS.Timeout;
  #number = 0;
  /** Undefined until it is known for the first time. */
  #isConnected: boolean | undefined;
  #isOver = false;
  #heardAt = performance.now();
  #beatAt = 0;
  #lagMs: number | undefined;
  #hasUnansweredBeat = false;
  #reason: string | undefined;

  constructor({ clients, prefix, log }: RedisBusOptions) {
    this.#clients = clients;
    this.#channel = `${prefix}:bus`;
    this.#log = log;
    this.#gaps = new GapBell(log);
    for (const client of [clients.publisher, clients.subscriber]) {
      client.on("error", (error) => this.#note(error));
      client.on("close", () => this.#setConnected(false));
    }
    clients.subscriber.on("ready", () => void clients.subscriber.subscribe(this.#channel).catch(() => undefined));
    clients.subscriber.on("message", (_channel, text) => this.#receive(text));
    clients.publisher.on("ready", () => {
      this.#hasUnansweredBeat = false;
      this.#beat();
    });
    this.#timer = setInterval(() => this.#tick(), beatMs).unref();
    clients.connect();
  }

  publish(topic: string, payload: BusPayload): void {
    // A message that is dropped is counted too: that is how the others find out.
    this.#number += 1;
    if (this.#isConnected) this.#send({ topic, payload });
  }

  subscribe(topic: string, handler: BusHandler): () => void {
    const handlers = this.#handlers.get(topic) ?? new Set();
    this.#handlers.set(topic, handlers.add(handler));
    return () => {
      handlers.delete(handler);
      // Topics name pages, of which many are opened in the life of a node.
      if (handlers.size === 0 && this.#handlers.get(topic) === handlers) this.#handlers.delete(topic);
    };
  }

  onGap(listener: () => void): () => void {
    return this.#gaps.listen(listener);
  }

  onConnection(listener: (isConnected: boolean) => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  isConnected(): boolean {
    return this.#isConnected === true;
  }

  figures(): BusFigures {
    const isConnected = this.isConnected();
    return { isConnected, lagMs: isConnected ? this.#lagMs : undefined, gaps: this.#gaps.count };
  }

  async end(): Promise<void> {
    this.#isOver = true;
    clearInterval(this.#timer);
    this.#gaps.end();
    // Who says so is not waited for.
    if (this.#isConnected) await Promise.race([this.#send({ isLast: true }), this.#clients.patience()]);
    this.#clients.end();
  }

  #send(said: Partial<Message>): Promise<unknown> {
    const text = this.#write({ ...said, from: this.#id, number: this.#number });
    // Its number is missing at the others, so nothing else has to be done about one that was lost.
    if (text === undefined) return Promise.resolve();
    return this.#clients.publisher.publish(this.#channel, text).catch((error: Error) => this.#note(error));
  }

  /**
   * A server that takes a connection may refuse everything that is said over it, as without a password. What was refused
   * first says why; the rest follows from it.
   */
  #note(error: Error): void {
    this.#reason ??= error.message;
  }

  #write(said: Message): string | undefined {
    try {
      return JSON.stringify(said);
    } catch (err) {
      this.#log.error({ err, topic: said.topic }, "a message to other nodes is not JSON");
      return undefined;
    }
  }

  #beat(): void {
    if (this.#hasUnansweredBeat) return;
    this.#hasUnansweredBeat = true;
    this.#beatAt = performance.now();
    void this.#send({}).finally(() => {
      this.#hasUnansweredBeat = false;
    });
  }

  #tick(): void {
    const silentMs = performance.now() - this.#heardAt;
    if (silentMs > lostAfterMs) this.#setConnected(false);
    if (silentMs > renewAfterMs) {
      this.#heardAt = performance.now();
      this.#clients.renew();
    }
    this.#beat();
    if (this.#isConnected && this.#senders.hasLost()) this.#gaps.ring();
  }

  #receive(text: string): void {
    const heard = this.#read(text);
    if (!heard) return;
    if (heard.from === this.#id) {
      this.#heardAt = performance.now();
      this.#reason = undefined;
      if (heard.topic === undefined) this.#lagMs = this.#heardAt - this.#beatAt;
      this.#setConnected(true);
      return;
    }
    if (heard.isLast) {
      this.#senders.forget(heard.from);
      return;
    }
    const isWhole = this.#senders.note(heard.from, heard.number, heard.topic !== undefined);
    if (heard.topic !== undefined) this.#deliver(heard.topic, heard.payload);
    if (!isWhole) this.#gaps.ring();
  }

  #read(text: string): Message | undefined {
    try {
      return message.parse(JSON.parse(text));
    } catch (err) {
      this.#log.error({ err }, "a message of another node is not understood");
      return undefined;
    }
  }

  #deliver(topic: string, payload: unknown): void {
    for (const handler of this.#handlers.get(topic) ?? []) {
      try {
        handler(payload);
      } catch (err) {
        this.#log.error({ err, topic }, "a message of another node failed");
      }
    }
  }

  #setConnected(isConnected: boolean): void {
    if (isConnected === this.#isConnected || this.#isOver) return;
    this.#isConnected = isConnected;
    if (isConnected) this.#log.info("Redis is there; nodes hear each other");
    else this.#log.warn({ reason: this.#reason ?? "no answer" }, "Redis is away; nodes do not hear each other");
    this.#reason = undefined;
    // While it was away, nobody could be heard: their silence says nothing.
    this.#senders.pardon();
    for (const listener of this.#listeners) listener(isConnected);
    if (isConnected) this.#gaps.ring();
  }
}
