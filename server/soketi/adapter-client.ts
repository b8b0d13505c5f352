import { Redis } from "ioredis";

const pingEveryMs = 1000;
const lostAfterMs = 3500;
const renewAfterMs = 10_000;
const countLimitMs = 500;
const maxRetryMs = 1000;

type Done = (error: Error | null, reply?: unknown) => void;

/**
 * What Soketi's Redis adapter calls of ioredis. A plain client makes whoever joins a channel wait for as long as Redis is
 * away, floods the log, and does not end while it hangs: this one counts itself as alone then, and says afterwards that
 * something may have been missed.
 */
export class AdapterClient {
  readonly #redis: Redis;
  readonly #timer: NodeJS.Timeout;
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
    if (event !== "error") this.#redis.on(event, listener);
    return this;
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
    const limit = setTimeout(tell, countLimitMs, alone);
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
