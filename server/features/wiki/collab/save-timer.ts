export interface RoomTimes {
  /** What arrives within this time is stored together. */
  batchMs: number;
  /** How long nobody writes before the page's content is brought up to date, and at the longest if somebody does. */
  debounceMs: number;
  maxWaitMs: number;
  /** How long an access is believed. */
  recheckMs: number;
}

/** Saves when typing pauses, and now and then when it does not. */
export class SaveTimer {
  readonly #times: Pick<RoomTimes, "debounceMs" | "maxWaitMs">;
  readonly #work: () => void;
  #since: number | undefined;
  #timer: NodeJS.Timeout | undefined;
  #isWaiting = false;

  constructor(times: Pick<RoomTimes, "debounceMs" | "maxWaitMs">, work: () => void) {
    this.#times = times;
    this.#work = work;
  }

  /** Somebody has written. */
  start(): void {
    this.#since ??= performance.now();
    const left = this.#since + this.#times.maxWaitMs - performance.now();
    this.#set(Math.max(0, Math.min(this.#times.debounceMs, left)));
  }

  /** Somebody has written on another node, which saves it, unless that node has died. */
  startForOthers(): void {
    if (!this.#isWaiting) this.#set(2 * this.#times.maxWaitMs);
  }

  /** The work could not be done; it is tried again after a while. */
  retry(): void {
    this.#set(this.#times.maxWaitMs);
  }

  stop(): void {
    clearTimeout(this.#timer);
    this.#isWaiting = false;
    this.#since = undefined;
  }

  #set(ms: number): void {
    clearTimeout(this.#timer);
    this.#isWaiting = true;
    this.#timer = setTimeout(() => {
      this.#isWaiting = false;
      this.#work();
    }, ms);
  }
}
