import type { Log } from "../log.ts";

/** Looking at everything anew is dear, and one outage makes a gap with every node. */
const pauseMs = 1000;

/** Tells of gaps: of the first at once, of those that follow within a second together. */
export class GapBell {
  readonly #listeners = new Set<() => void>();
  readonly #log: Log;
  #pause: NodeJS.Timeout | undefined;
  #isDue = false;
  #count = 0;

  constructor(log: Log) {
    this.#log = log;
  }

  listen(listener: () => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  /** How often it has told of gaps. */
  get count(): number {
    return this.#count;
  }

  ring(): void {
    if (this.#pause) {
      this.#isDue = true;
      return;
    }
    this.#isDue = false;
    this.#count += 1;
    this.#pause = setTimeout(() => {
      this.#pause = undefined;
      if (this.#isDue) this.ring();
    }, pauseMs).unref();
    for (const listener of this.#listeners) {
      try {
        listener();
      } catch (err) {
        this.#log.error({ err }, "looking for what was missed failed");
      }
    }
  }

  end(): void {
    clearTimeout(this.#pause);
    this.#listeners.clear();
  }
}
