import { formatMs, formatNumber } from "../../lib/format.ts";

/** „840 ms“ up to a second, then „12,4 s“, from two minutes on „3 min 20 s“. */
export function formatDuration(ms: number): string {
  if (ms < 1000) return formatMs(ms);
  const seconds = ms / 1000;
  if (seconds < 120) return `${formatNumber(seconds, 1)}\u202fs`;
  const whole = Math.round(seconds);
  return `${formatNumber(Math.floor(whole / 60))}\u202fmin ${whole % 60}\u202fs`;
}
