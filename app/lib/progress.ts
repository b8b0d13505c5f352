/** Timings of spec sections 4 and 9. */
export const progressTimings = { stepMs: 500, transitionMs: 300, exitDelayMs: 500, exitTransitionMs: 400 } as const;

export interface Progress {
  percent: number;
  phase: "hidden" | "running" | "done" | "fading";
}

export interface ProgressBar {
  /** Begins anew, or goes on when it is already running. */
  start(): void;
  /** Fills up, waits, fades out and is hidden again; nothing happens when it is not running. */
  complete(): void;
  current(): Progress;
  subscribe(listener: () => void): () => void;
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
  let progress = hidden;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const listeners = new Set<() => void>();
  const set = (next: Progress) => {
    progress = next;
    for (const listener of listeners) listener();
  };
  const after = (ms: number, next: () => void) => {
    clearTimeout(timer);
    timer = setTimeout(next, ms);
  };
  const step = () => {
    set({ percent: advance(progress.percent), phase: "running" });
    after(progressTimings.stepMs, step);
  };
  return {
    start() {
      if (progress.phase === "running") return;
      set({ percent: 0, phase: "running" });
      after(progressTimings.stepMs, step);
    },
    complete() {
      if (progress.phase !== "running") return;
      set({ percent: 100, phase: "done" });
      after(progressTimings.exitDelayMs, () => {
        set({ percent: 100, phase: "fading" });
        after(progressTimings.exitTransitionMs, () => set(hidden));
      });
    },
    current: () => progress,
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}
