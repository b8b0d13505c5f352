import { createStore, type ReadableStore } from "./store.ts";

/** Timings of spec sections 4 and 9. */
export const progressTimings = { stepMs: 500, transitionMs: 300, exitDelayMs: 500, exitTransitionMs: 400 } as const;

export interface Progress {
  percent: number;
  phase: "hidden" | "running" | "done" | "fading";
}

export interface ProgressBar extends ReadableStore<Progress> {
  /** Begins anew, or goes on when it is already running. */
  start(): void;
  /** Fills up, waits, fades out and is hidden again; nothing happens when it is not running. */
  complete(): void;
}

/** One step of 500 ms: fast at first, then ever slower, never beyond 99. */
export function advance(percent: number): number {
  if (percent < 20) return percent + 10;
  if (percent < 50) return percent + 4;
  if (percent < 80) return percent + 2;
  if (percent < 99) return percent + 0.5;
  return percent;
}

const hidden: Progress = { percent: 0, phase: "hidden" };

/** The route-change bar as a state machine: hidden → running → done → fading → hidden. */
export function createProgressBar(): ProgressBar {
  const store = createStore(hidden);
  let timer: ReturnType<typeof setTimeout> | undefined;
  const after = (ms: number, next: () => void) => {
    clearTimeout(timer);
    timer = setTimeout(next, ms);
  };
  const step = () => {
    store.set({ percent: advance(store.read().percent), phase: "running" });
    after(progressTimings.stepMs, step);
  };
  return {
    read: store.read,
    readOnServer: store.readOnServer,
    subscribe: store.subscribe,
    start() {
      if (store.read().phase === "running") return;
      store.set({ percent: 0, phase: "running" });
      after(progressTimings.stepMs, step);
    },
    complete() {
      if (store.read().phase !== "running") return;
      store.set({ percent: 100, phase: "done" });
      after(progressTimings.exitDelayMs, () => {
        store.set({ percent: 100, phase: "fading" });
        after(progressTimings.exitTransitionMs, () => store.set(hidden));
      });
    },
  };
}
