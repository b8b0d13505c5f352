import { hourMs } from "../../contract/time/durations.ts";

/** How a name answers, in milliseconds; what was written of the past and what is measured now come from the same figures. */
export interface Tempo {
  dns: number;
  connect: number;
  tls: number;
  ttfb: number;
}

export const slowMs = 3600;

/** The same figures for the same name every time. */
export function tempoOf(name: string, { isSlow = false } = {}): Tempo {
  const hash = hashOf(name);
  const ttfb = isSlow ? slowMs : 90 + (hash % 340) + (hash % 7 === 0 ? 420 : 0);
  return { dns: 1 + (hash % 3), connect: 1 + ((hash >>> 3) % 3), tls: 5 + ((hash >>> 5) % 6), ttfb };
}

/** How much longer an answer takes at an hour of the day: more by day than by night, with a little chance in it. */
export function busyness(atMs: number, chance: number): number {
  const hour = ((atMs / hourMs) % 24) + 1;
  const daily = Math.max(0, Math.sin(((hour - 6) / 14) * Math.PI));
  return 0.84 + 0.3 * daily + 0.16 * chance;
}

/** FNV-1a. */
export function hashOf(text: string): number {
  let hash = 0x811c9dc5;
  for (let index = 0; index < text.length; index += 1)
    hash = Math.imul(hash ^ text.charCodeAt(index), 0x01000193) >>> 0;
  return hash;
}
