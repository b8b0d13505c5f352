import { Readable } from "node:stream";
import { type Clock, openThrottle, ownClock } from "./throttle.ts";
import { isTransient } from "./transient.ts";

/** How a target is spoken to: how fast, how long its silence is borne, and how often it is asked again. */
export interface Line {
  connectMs: number;
  /** For how long no byte may pass before a connection counts as lost. */
  idleMs: number;
  /** Whoever waits for the target stops waiting once this is aborted. */
  signal: AbortSignal | undefined;
  /** Holds all streams together below the bandwidth; for what leaves for the target or comes from it at this moment. */
  paced(source: Readable): Readable;
  /** Says that the target has answered, where no bytes pass that are paced. */
  moved(): void;
  /** Works again, after a pause, where what failed may be granted a moment later. Must not be nested. */
  retry<Result>(work: () => Promise<Result>): Promise<Result>;
}

export interface LineOptions {
  /** Undefined for as fast as it goes. */
  bytesPerSecond?: number | undefined;
  /** Is called for all that passes: a part of an object may take minutes on a slow line. */
  onPass?: (() => void) | undefined;
  /** Nothing is tried again once this is aborted, and requests that can be given up are. */
  signal?: AbortSignal | undefined;
  connectMs?: number;
  idleMs?: number;
  clock?: Clock;
}

const pausesMs = [1000, 3000, 10_000];

export function openLine({
  bytesPerSecond,
  onPass,
  signal,
  connectMs = 20_000,
  idleMs = 60_000,
  clock = ownClock,
}: LineOptions = {}): Line {
  const throttle = openThrottle(bytesPerSecond ?? null, clock);
  return {
    connectMs,
    idleMs,
    signal,
    paced(source) {
      if (bytesPerSecond === undefined && !onPass) return source;
      const paced = Readable.from(told(throttle(source), onPass));
      // A generator that was never begun does not end its source.
      paced.once("close", () => source.destroy());
      return paced;
    },
    moved: () => onPass?.(),
    async retry(work) {
      for (const pauseMs of pausesMs) {
        try {
          return await work();
        } catch (error) {
          if (signal?.aborted || !isTransient(error)) throw error;
          await clock.wait(pauseMs, signal);
        }
      }
      return work();
    },
  };
}

async function* told(source: AsyncIterable<Uint8Array>, onPass: LineOptions["onPass"]): AsyncGenerator<Uint8Array> {
  for await (const chunk of source) {
    yield chunk;
    onPass?.();
  }
}
