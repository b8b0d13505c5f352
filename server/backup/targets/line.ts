import { Readable } from "node:stream";
import { BackupProblem } from "../backup-problem.ts";
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
  /** Reads what can be opened at any byte, on from where it was cut; undefined where it is not there. */
  read(open: OpenFrom): Promise<Readable | undefined>;
}

export type OpenFrom = (from: number) => Promise<Readable | undefined>;

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
  const isWorthATry = (error: unknown) => !signal?.aborted && isTransient(error);

  const paced: Line["paced"] = (source) => {
    if (bytesPerSecond === undefined && !onPass) return source;
    const paced = Readable.from(told(throttle(source), onPass));
    // A generator that was never begun does not end its source.
    paced.once("close", () => source.destroy());
    return paced;
  };
  const retry: Line["retry"] = async (work) => {
    for (const pauseMs of pausesMs) {
      try {
        return await work();
      } catch (error) {
        if (!isWorthATry(error)) throw error;
        await clock.wait(pauseMs, signal);
      }
    }
    return work();
  };
  const read: Line["read"] = async (open) => {
    let source = await retry(() => open(0));
    if (!source) return undefined;
    async function* readOn(): AsyncGenerator<Uint8Array> {
      let at = 0;
      for (let failures = 0; ; failures += 1) {
        try {
          source ??= await open(at);
          if (!source) throw new BackupProblem("Die Datei ist inzwischen weg.");
          for await (const chunk of source as AsyncIterable<Uint8Array>) {
            at += chunk.length;
            failures = 0;
            yield chunk;
          }
          return;
        } catch (error) {
          const pauseMs = pausesMs[failures];
          if (pauseMs === undefined || !isWorthATry(error)) throw error;
          source = undefined;
          await clock.wait(pauseMs, signal);
        }
      }
    }
    const whole = Readable.from(readOn());
    whole.once("close", () => source?.destroy());
    return paced(whole);
  };
  return { connectMs, idleMs, signal, paced, moved: () => onPass?.(), retry, read };
}

/** What comes after so many bytes, of a server that begins at the first one whatever it is asked for. */
export function skip(source: Readable, bytes: number): Readable {
  async function* rest(): AsyncGenerator<Uint8Array> {
    let left = bytes;
    for await (const chunk of source as AsyncIterable<Uint8Array>) {
      if (chunk.length > left) yield chunk.subarray(left);
      left = Math.max(0, left - chunk.length);
    }
  }
  const skipped = Readable.from(rest());
  skipped.once("close", () => source.destroy());
  return skipped;
}

async function* told(source: AsyncIterable<Uint8Array>, onPass: LineOptions["onPass"]): AsyncGenerator<Uint8Array> {
  for await (const chunk of source) {
    yield chunk;
    onPass?.();
  }
}
