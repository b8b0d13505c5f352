import type { Log } from "../log.ts";

/** Longer than every part of the portal takes to stop in good order, and shorter than service managers wait. */
export const stopLimitMs = 25_000;
/** A terminal sends its signal to the launcher and to the portal, which then hears it twice. */
const sameSignalMs = 2000;

interface Options {
  stop(): Promise<void>;
  log: Log;
  exit?: (code: number) => void;
  limitMs?: number;
}

/** Resolves with whether work has ended well within a time; never rejects, and says in the log what went wrong. */
export async function endsInTime(work: Promise<unknown>, limitMs: number, log: Log): Promise<boolean> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<false>((resolve) => {
    // It keeps the process alive, which would otherwise end with another code once nothing else is left to wait for.
    timer = setTimeout(() => {
      log.fatal({ limitMs }, "the portal did not stop in time");
      resolve(false);
    }, limitMs);
  });
  const ended = work.then(
    () => true,
    (err: unknown) => {
      log.fatal({ err }, "the portal did not stop in good order");
      return false;
    },
  );
  return Promise.race([ended, late]).finally(() => clearTimeout(timer));
}

/**
 * How the process ends: in good order, but whatever hangs then, it ends, so that whoever started it can start it again.
 * The last code that was asked for counts: who stops a portal that is about to restart wants it stopped.
 */
export function openEnding({ stop, log, exit = process.exit, limitMs = stopLimitMs }: Options) {
  let code: number | undefined;
  let signalledAt: number | undefined;
  const stopInTime = () => endsInTime(stop(), limitMs, log);
  const end = async (asked: number): Promise<void> => {
    const isEnding = code !== undefined;
    code = asked;
    if (isEnding) return;
    await stopInTime();
    exit(code);
  };
  return {
    stopInTime,
    end,
    /** The first one ends the portal in good order; somebody who sends another one is not to wait. */
    signal(signal: NodeJS.Signals, now = performance.now()): void {
      if (signalledAt === undefined) {
        signalledAt = now;
        log.info({ signal }, "portal is stopping");
        void end(0);
      } else if (now - signalledAt > sameSignalMs) {
        log.fatal({ signal }, "the portal ends at once");
        exit(1);
      }
    },
  };
}
