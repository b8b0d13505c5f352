import { Readable } from "node:stream";
import type { BackupTarget } from "./targets/target.ts";

/** Notices that a target has neither taken nor given anything for long, whoever waits for it. */
export class Standstill {
  readonly #limit: number;
  #waiting = 0;
  #hasMoved = false;
  #ticks = 0;

  /** After so many ticks without a movement. */
  constructor(limit: number) {
    this.#limit = limit;
  }

  /**
   * Is called at even intervals by the thread that works: while that copies or compares a database it does not count, nor
   * while nobody waits for the target. True once the target has stood still for so long.
   */
  tick(): boolean {
    this.#ticks = this.#waiting > 0 && !this.#hasMoved ? this.#ticks + 1 : 0;
    this.#hasMoved = false;
    return this.#ticks >= this.#limit;
  }

  moved(): void {
    this.#hasMoved = true;
  }

  watch(target: BackupTarget): BackupTarget {
    return {
      ...target,
      put: (...order) => this.during(target.put(...order)),
      get: async (name) => {
        const found = await this.during(target.get(name));
        return found && Readable.from(this.#passing(found));
      },
      remove: (name) => this.during(target.remove(name)),
      list: (folder) => this.#passing(target.list(folder)),
      removeLeftovers: (before) => this.during(target.removeLeftovers(before)),
      close: () => this.during(target.close()),
    };
  }

  /** Waits for the target, such as for it to be opened. */
  async during<Result>(work: Promise<Result>): Promise<Result> {
    this.#waiting += 1;
    try {
      return await work;
    } finally {
      this.#waiting -= 1;
      this.moved();
    }
  }

  async *#passing<Part>(source: AsyncIterable<Part>): AsyncGenerator<Part> {
    const parts = source[Symbol.asyncIterator]();
    try {
      for (;;) {
        const next = await this.during(parts.next());
        if (next.done) return;
        yield next.value;
      }
    } finally {
      await parts.return?.();
    }
  }
}
