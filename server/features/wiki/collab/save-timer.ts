interface Times {
  /** How long nobody writes before the work is done, and at the longest if somebody does. */
  debounceMs: number;
  maxWaitMs: number;
}

/** Saves when typing pauses, and now and then when it does not. */
export class SaveTimer {
  readonly #times: Times;
  readonly #work: () => void;
  #since: number | undefined;
  #timer: NodeJS.Timeout | undefined;

  constructor(times: Times, work: () => void) {
    this.#times = times;
    this.#work = work;
  }

  /** Somebody has written. */
  start(): void {
    this.#since ??= performance.now();
    const left = this.#since + this.#times.maxWaitMs - performance.now();
    this.#set(Math.max(0, Math.min(this.#times.debounceMs, left)));
  }

  /** The work could not be done; it is tried again after a while. */
  retry(): void {
    this.#set(this.#times.maxWaitMs);
  }

  stop(): void {
    clearTimeout(this.#timer);
    this.#since = undefined;
  }

  #set(ms: number): void {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(this.#work, ms);
  }
}
