import { setTimeout } from "node:timers/promises";

export interface Clock {
  now(): number;
  wait(ms: number, signal?: AbortSignal): Promise<unknown>;
}

export const ownClock: Clock = {
  now: () => performance.now(),
  wait: (ms, signal) => setTimeout(ms, undefined, { signal }),
};

export type Throttle = (source: AsyncIterable<Uint8Array>) => AsyncIterable<Uint8Array>;

/** Keeps what passes through all of its streams together below so many bytes per second. */
export function openThrottle(bytesPerSecond: number | null, { now, wait }: Clock = ownClock): Throttle {
  if (bytesPerSecond === null) return (source) => source;
  let freeAt = 0;
  return async function* throttled(source) {
    for await (const chunk of source) {
      const at = now();
      freeAt = Math.max(freeAt, at) + (chunk.length / bytesPerSecond) * 1000;
      yield chunk;
      if (freeAt > at) await wait(freeAt - at);
    }
  };
}
