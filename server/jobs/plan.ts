import { dayMs, minuteMs } from "../../contract/time/durations.ts";
import { portalMoment, portalTime } from "../../contract/time/portal-time.ts";
import { isWorkday } from "../../contract/time/work-calendar.ts";
import type { Job } from "./runner.ts";

/** When a job runs, in words: „alle 15 Minuten“, „werktags um 08:00“. */
export function planText(job: Job): string {
  if (job.plan) return job.plan;
  if ("daily" in job) return `${job.daily.workdaysOnly ? "werktags" : "täglich"} um ${job.daily.at}`;
  const minutes = Math.max(1, Math.round(job.everyMs / minuteMs));
  if (minutes === 1) return "jede Minute";
  if (minutes < 60) return `alle ${minutes} Minuten`;
  const hours = Math.round(minutes / 60);
  if (hours === 1) return "stündlich";
  return hours === 24 ? "täglich" : `alle ${hours} Stunden`;
}

/** When a job that last started then is due again; at once when that has passed. */
export function nextRun(job: Job, lastStart: Date | undefined, now: Date): Date {
  const last = lastStart && lastStart <= now ? lastStart : undefined;
  if ("everyMs" in job) return last ? new Date(Math.max(last.getTime() + job.everyMs, now.getTime())) : now;
  for (let ahead = 0; ; ahead += 1) {
    const { day } = portalTime(new Date(now.getTime() + ahead * dayMs));
    const due = portalMoment(day, job.daily.at);
    if (job.daily.workdaysOnly && !isWorkday(day)) continue;
    if (due > now || !last || last < due) return due > now ? due : now;
  }
}
