import type { CheckTargetType } from "../../../contract/checks/kinds.ts";
import { minuteMs } from "../../../contract/time/durations.ts";
import type { Checks } from "../../checks/access.ts";
import { wakeWorkers } from "../../db/wake.ts";
import type { Services } from "../../trpc/context.ts";

/** Checks that somebody has asked for together. */
interface Run {
  id: string;
  type: CheckTargetType;
  userId: string;
  /** Marks its checks, in milliseconds. */
  askedAt: number;
  /** The last change that belongs to it. */
  revision: number;
  total: number;
}

type Needed = Pick<Services, "db" | "now" | "live" | "checks">;

/** Longer nobody waits for what hangs; it comes all the same. */
const limitMs = 10 * minuteMs;

/**
 * What somebody waits for is known to the process that was asked alone: with a second one, each tells of its own. After a
 * start nobody tells of it any more, while the checks themselves go on.
 */
const runs = new WeakMap<Checks, (Run & { told?: number })[]>();

/** Tells a person from now on how far their checks have come. */
export function followRun({ db, checks }: Needed, run: Run): void {
  runs.set(checks, [...(runs.get(checks) ?? []), run]);
  wakeWorkers(db, ["checkProgress"]);
}

/** Tells whoever waits what has come since the last time; returns whether somebody still waits. */
export function tellProgress(services: Needed): boolean {
  const { checks, live, now } = services;
  const reader = checks.reader();
  const waiting = (runs.get(checks) ?? []).filter((run) => {
    const { id, type, userId, total } = run;
    const found = reader?.askedAt(run.askedAt) ?? { answered: 0, failed: 0, waiting: total };
    // Whoever asks for the same check later has taken it over, and a pause has ended the wait: nothing is open then.
    const isDone = reader !== undefined && reader.revision() >= run.revision && found.waiting === 0;
    const isOver = isDone || now().getTime() - run.askedAt > limitMs;
    const done = isDone ? total : Math.min(found.answered, total);
    if (isOver || done !== run.told)
      void live.publish([
        {
          event: "checksProgress",
          payload: { run: { id, type, action: "run" }, done, total, failed: found.failed, isOver },
          toUserId: userId,
        },
      ]);
    run.told = done;
    return !isOver;
  });
  runs.set(checks, waiting);
  return waiting.length > 0;
}
