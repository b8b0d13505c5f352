import { causeText } from "../../contract/checks/causes.ts";
import type { EndReason } from "../../contract/incidents/incidents.ts";
import { dayMs, hourMs, minuteMs } from "../../contract/time/durations.ts";
import { claimIncident, closeIncident, noteIncident } from "../../server/features/incidents/commands.ts";
import { tellDue } from "../../server/features/incidents/messages.ts";
import { writeReport } from "../../server/features/incidents/report.ts";
import { readMarkdown, writeMarkdown } from "../../server/features/wiki/transfer/markdown.ts";
import type { Cast, Server } from "./cast.ts";
import { type Stage, type StagedCheck, type Target, undergo } from "./stage.ts";

/** An outage that was, or that is if it has no end. */
interface Outage {
  agoMs: number;
  targets: readonly Target[];
  code: "refused" | "timeout" | "httpStatus" | "dnsFailed";
  httpStatus?: number;
  minutes?: number;
  /** Who took care of it, after how many minutes. */
  by?: { name: string; afterMinutes: number };
  notes?: readonly { afterMinutes: number; text: string }[];
  closed?: { reason: EndReason; note: string };
  report?: { cause: string; measures: string };
}

const allOf = ({ type, id, sites }: Server): Target[] => [{ type, id }, ...sites];

/** The outages of the demo's past, the latest last and still open. */
export function outagesOf(cast: Cast): Outage[] {
  const [first, second, third] = cast.singles;
  return [
    {
      agoMs: 212 * dayMs + 5 * hourMs,
      minutes: 47,
      targets: allOf(cast.moved),
      code: "timeout",
      by: { name: "Timo Brandt", afterMinutes: 8 },
      notes: [{ afterMinutes: 12, text: "Störung im Rechenzentrum, laut Anbieter ist ein Switch ausgefallen." }],
    },
    {
      agoMs: 97 * dayMs + 2 * hourMs,
      minutes: 112,
      targets: first ? [first] : [],
      code: "httpStatus",
      httpStatus: 500,
      by: { name: "Malte Grothe", afterMinutes: 21 },
      notes: [{ afterMinutes: 64, text: "Ein Plugin-Update war unverträglich, auf die Version davor zurückgesetzt." }],
    },
    {
      agoMs: 19 * dayMs + 9 * hourMs,
      minutes: 134,
      targets: allOf(cast.recovered),
      code: "refused",
      by: { name: "Timo Brandt", afterMinutes: 6 },
      notes: [
        { afterMinutes: 9, text: "Der Webserver startet nicht, die Festplatte meldet Lesefehler." },
        {
          afterMinutes: 41,
          text: "Der Anbieter tauscht die Platte, Ticket 48213. Wiederherstellung aus dem Backup von 03:12 Uhr.",
        },
        { afterMinutes: 128, text: "Die Wiederherstellung ist durch, Dienste starten." },
      ],
      report: {
        cause:
          "Eine der beiden Festplatten ist ausgefallen, und die zweite war seit zwei Tagen nicht mehr im Verbund. Das hat niemand bemerkt.",
        measures:
          "Der Zustand des Verbunds wird jetzt jede Stunde gemeldet. Timo prüft bis Monatsende alle anderen Server.",
      },
    },
    {
      agoMs: 6 * dayMs + 3 * hourMs,
      minutes: 14,
      targets: second ? [second] : [],
      code: "timeout",
      by: { name: "Aylin Demir", afterMinutes: 5 },
      closed: {
        reason: "falseAlarm",
        note: "Der Kunde hat die Firewall umgestellt, die Seite war von außen erreichbar.",
      },
    },
    {
      agoMs: 2 * dayMs + 4 * hourMs,
      minutes: 38,
      targets: third ? [third] : [],
      code: "httpStatus",
      httpStatus: 503,
      by: { name: "Malte Grothe", afterMinutes: 11 },
      notes: [{ afterMinutes: 30, text: "Zu viele Anfragen eines Crawlers, jetzt begrenzt." }],
    },
    { agoMs: 38 * minuteMs, targets: allOf(cast.broken), code: "refused" },
  ];
}

const dataOf = ({ code, httpStatus }: Outage) => ({
  code,
  text: causeText(code, httpStatus ? String(httpStatus) : undefined),
  httpStatus: httpStatus ?? null,
  totalMs: null,
  certificate: null,
});

/** Plays an outage with all that the portal and its people make of it. */
export async function playOutage(stage: Stage, outage: Outage): Promise<void> {
  const began = stage.present.getTime() - outage.agoMs;
  const at = (minutes: number) => new Date(began + minutes * minuteMs);
  const checks = outage.targets.flatMap((target) => stage.speaking(target) ?? []);
  const until = outage.minutes === undefined ? stage.present : at(outage.minutes);
  undergo(stage, checks, {
    fromS: Math.floor(began / 1000),
    untilS: Math.floor(until.getTime() / 1000),
    outcome: "failed",
    ...(outage.httpStatus && { httpStatus: outage.httpStatus }),
  });
  stage.setClock(at(0));
  await stage.tell("down", checks, dataOf(outage));
  await tellDue(stage.services);
  const id = await latestIncident(stage);
  if (outage.by) await takeCare(stage, id, outage.by, at);
  for (const { afterMinutes, text } of outage.notes ?? []) {
    stage.setClock(at(afterMinutes));
    await noteIncident(stage.as(outage.by?.name ?? "Timo Brandt"), { id, text });
  }
  if (outage.minutes === undefined) return escalate(stage);
  stage.setClock(until);
  if (outage.closed) await closeIncident(stage.as(outage.by?.name ?? ""), { id, ...outage.closed });
  await stage.tell("up", checks, { status: "online" });
  if (outage.report) await report(stage, id, outage.report, new Date(until.getTime() + dayMs));
}

async function takeCare(
  stage: Stage,
  id: string,
  { name, afterMinutes }: NonNullable<Outage["by"]>,
  at: (minutes: number) => Date,
): Promise<void> {
  stage.setClock(at(afterMinutes));
  await claimIncident(stage.as(name), { id });
}

/** Nobody has taken care of it yet: by now more have heard of it. */
async function escalate(stage: Stage): Promise<void> {
  stage.setClock(new Date(stage.present.getTime() - 5 * minuteMs));
  await tellDue(stage.services);
}

async function latestIncident({ services }: Stage): Promise<string> {
  const { id } = await services.db
    .selectFrom("incidents")
    .select("id")
    .orderBy("number", "desc")
    .limit(1)
    .executeTakeFirstOrThrow();
  return id;
}

async function report(
  stage: Stage,
  incidentId: string,
  { cause, measures }: NonNullable<Outage["report"]>,
  at: Date,
): Promise<void> {
  stage.setClock(at);
  const ctx = stage.as("Timo Brandt");
  const { id } = await writeReport(ctx, { id: incidentId });
  const { markdown } = await readMarkdown(ctx, { id });
  const filled = [cause, measures].reduce((text, words) => text.replace("Noch offen.", words), markdown);
  await writeMarkdown(ctx, { id, markdown: filled });
}

/** Everything is watched since the beginning: each check was up at its first look. */
export async function beginWatching(stage: Stage, at: Date): Promise<void> {
  stage.setClock(at);
  await stage.tell("up", stage.checks, { status: "online" });
}

export interface Impairment {
  check: StagedCheck;
  since: Date;
  code: "slow" | "certificateWarning";
  text: string | null;
}

/** Something is not as it should be, but nobody has to get up for it. */
export async function playImpairment(stage: Stage, { check, since, code, text }: Impairment): Promise<void> {
  stage.setClock(since);
  await stage.tell("degraded", [check], { code, text, httpStatus: null, totalMs: null, certificate: null });
}
