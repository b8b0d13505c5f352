import { Redis } from "ioredis";
import { LateAnswers } from "./late-answers.ts";

const pingEveryMs = 1000;
const lostAfterMs = 3500;
const renewAfterMs = 10_000;
const countLimitMs = 500;
const maxRetryMs = 1000;

/** One of Soketi's clients says, the other one hears. */
const late = new LateAnswers();
/** How Soketi names where its nodes ask and answer (dist/adapters/redis-adapter.js). */
const [questions, answers] = ["#comms#req", "#comms#res"];

type Heard = (pattern: string, redisChannel: Buffer, message: Buffer) => void;
type Done = (error: Error | null, reply?: unknown) => void;

/**
 * What Soketi's Redis adapter calls of ioredis. A plain client makes whoever joins a channel wait for as long as Redis is
 * away, floods the log, and does not end while it hangs: this one counts itself as alone then, and says afterwards that
 * something may have been missed.
 */
export class AdapterClient {
  readonly #redis: Redis;
  readonly #timer: NodeJS.Timeout;
  #hearBroadcast: Heard | undefined;
  #answeredAt = performance.now();
  #wasLost = false;

  constructor(url: string, onGap: () => void) {
    this.#redis = new Redis(url, {
      // What it subscribes to is kept until Redis is there; nothing else is said before.
      maxRetriesPerRequest: null,
      autoResendUnfulfilledCommands: false,
      retryStrategy: (times) => Math.min(times * 50, maxRetryMs),
    });
    this.#redis.on("error", () => {
      this.#wasLost = true;
    });
    this.#redis.on("close", () => {
      this.#wasLost = true;
    });
    this.#redis.on("ready", () => {
      // Its answer comes after those to the subscriptions that are made anew: nothing is missed from then on.
      void this.#ping().then((isAnswered) => {
        if (isAnswered && this.#wasLost) onGap();
        this.#wasLost = this.#wasLost && !isAnswered;
      });
    });
    this.#timer = setInterval(() => this.#look(), pingEveryMs).unref();
  }

  on(event: string, listener: (...given: unknown[]) => void): this {
    // Every failed try is an error; what comes of it is told by the portal.
    if (event === "error") return this;
    this.#redis.on(event, listener);
    if (event === "pmessageBuffer") this.#hearBroadcast = listener as Heard;
    // After Soketi itself has heard it.
    if (event === "messageBuffer") this.#redis.on(event, (...heard) => this.#completeLists(...heard));
    return this;
  }

  #completeLists(redisChannel: Buffer, message: Buffer): void {
    if (!redisChannel.toString().endsWith(answers)) return;
    for (const told of late.toldBy(message.toString())) this.#hearBroadcast?.("", redisChannel, Buffer.from(told));
  }

  psubscribe(pattern: string, done: Done): void {
    this.#redis.psubscribe(pattern).then(
      () => done(null),
      (error) => done(error),
    );
  }

  subscribe(requests: string, responses: string, done: Done): void {
    this.#redis.subscribe(requests, responses).then(
      () => done(null),
      (error) => done(error),
    );
  }

  /** Never rejects: what is lost is made good for by the gap. */
  async publish(channel: string, message: string): Promise<number> {
    if (!this.#isReady()) return 0;
    if (channel.endsWith(questions)) late.noteRequest(message);
    return this.#redis.publish(channel, message).catch(() => 0);
  }

  /** How many nodes listen to a channel; this one alone where Redis does not say. */
  pubsub(_command: "NUMSUB", channel: string, done: Done): void {
    const alone = [channel, 1];
    if (!this.#isReady()) {
      done(null, alone);
      return;
    }
    let answer: Done | undefined = done;
    const tell = (counts: unknown) => {
      clearTimeout(limit);
      answer?.(null, counts);
      answer = undefined;
    };
    // What has come is read between timers and immediates: a process that stood still has not waited.
    const limit = setTimeout(() => setImmediate(tell, alone), countLimitMs);
    this.#redis.pubsub("NUMSUB", channel).then(tell, () => tell(alone));
  }

  async quit(): Promise<void> {
    clearInterval(this.#timer);
    this.#redis.disconnect();
  }

  #isReady(): boolean {
    return this.#redis.status === "ready";
  }

  async #ping(): Promise<boolean> {
    try {
      await this.#redis.ping();
      this.#answeredAt = performance.now();
      return true;
    } catch {
      return false;
    }
  }

  #look(): void {
    const silentMs = performance.now() - this.#answeredAt;
    const limitMs = this.#isReady() ? lostAfterMs : renewAfterMs;
    if (silentMs > limitMs) {
      this.#answeredAt = performance.now();
      this.#redis.disconnect(true);
    } else if (this.#isReady()) void this.#ping();
  }
}
