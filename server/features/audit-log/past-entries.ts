import { minuteMs } from "../../../contract/time/durations.ts";
import type { Db } from "../../db/connection.ts";

/** Entries that bear a time of this stretch may be linked by a later run, though nobody has put them there afterwards. */
export interface PastStretch {
  from: string;
  until: string;
  /** Sample data has a past of its own; a clock that was behind gives entries a time that is over once it is right. */
  reason: "sample" | "clock";
}

/** A clock may be corrected by so much without any entry counting as late. */
const toleranceMs = minuteMs;
const iso = (ms: number) => new Date(ms).toISOString();

/** What this process knows of the times that entries bear: that it loads some with a past, and that its clock was behind. */
class PastWatch {
  readonly #loading = new Set<PastStretch>();
  #behind: PastStretch[] = [];
  #wallMs: number;
  #uptimeMs: number;

  constructor(wallMs: number, uptimeMs: number) {
    [this.#wallMs, this.#uptimeMs] = [wallMs, uptimeMs];
  }

  /** Until they are `settled`; the clock is compared with that of the process, which nobody sets. */
  stretches(wallMs: number, uptimeMs: number): PastStretch[] {
    const workedUntilMs = this.#wallMs + (uptimeMs - this.#uptimeMs);
    if (wallMs - workedUntilMs > toleranceMs)
      this.#behind.push({ from: iso(this.#wallMs), until: iso(workedUntilMs), reason: "clock" });
    [this.#wallMs, this.#uptimeMs] = [wallMs, uptimeMs];
    return [...this.#loading, ...this.#behind];
  }

  settled(stretches: readonly PastStretch[]): void {
    this.#behind = this.#behind.filter((stretch) => !stretches.includes(stretch));
  }

  async whileLoading<Result>(now: Date, load: () => Promise<Result>): Promise<Result> {
    const stretch: PastStretch = { from: "", until: now.toISOString(), reason: "sample" };
    this.#loading.add(stretch);
    try {
      return await load();
    } finally {
      this.#loading.delete(stretch);
    }
  }
}

const watches = new WeakMap<Db, PastWatch>();

/** The watch of the process that has this connection; it looks at the clock from when it is first asked for. */
export function watchPast(db: Db, now: Date): PastWatch {
  const known = watches.get(db);
  if (known) return known;
  const watch = new PastWatch(now.getTime(), performance.now());
  watches.set(db, watch);
  return watch;
}
