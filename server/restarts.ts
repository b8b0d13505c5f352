import { dayMs } from "../contract/time/durations.ts";

/** How often a process was started again, since its portal was and within the last 24 hours. */
export interface Restarts {
  total: number;
  lastDay: number;
}

/** Counts them; what is judged is the last day, since a portal may run for months. */
export function countRestarts(now = () => performance.now()) {
  let total = 0;
  let moments: number[] = [];
  const recent = () => moments.filter((at) => now() - at < dayMs);
  return {
    note(): void {
      total += 1;
      moments = [...recent(), now()];
    },
    read: (): Restarts => ({ total, lastDay: recent().length }),
  };
}
