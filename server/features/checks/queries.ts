import { sql } from "kysely";
import type { z } from "zod";
import type { Availability, AvailabilityMark, AvailabilityPoint } from "../../../contract/checks/availability.ts";
import { certificateLevel } from "../../../contract/checks/certificate.ts";
import type * as contract from "../../../contract/checks/checks-input.ts";
import { type CheckKind, type CheckTargetType, phases as phaseNames } from "../../../contract/checks/kinds.ts";
import type { CheckStatus } from "../../../contract/checks/status.ts";
import { addSpans, noSpans, type Spans, uptimeOf } from "../../../contract/checks/uptime.ts";
import type { CertificateView, ChecksView } from "../../../contract/checks/views.ts";
import { hasAbility } from "../../../contract/roles.ts";
import { portalMoment } from "../../../contract/time/portal-time.ts";
import { addDays, portalDate } from "../../../contract/time/today.ts";
import { type Bucket, bucketOf } from "../../checks/store/buckets.ts";
import type { StoreReader } from "../../checks/store/read-store.ts";
import { toDate } from "../../db/to-date.ts";
import { notFound } from "../../problem.ts";
import { isReadable } from "../../records/readable.ts";
import type { RecordContext } from "../../records/record-context.ts";
import type { PersonContext } from "../../trpc/context.ts";
import { plannedMarks } from "./marks.ts";
import { readByPoint, readSightings } from "./vantages.ts";

type Target = { type: CheckTargetType; id: string };

/** How a record is doing by its checks. */
export async function readStatus({ db }: Pick<RecordContext, "db">, { type, id }: Target): Promise<CheckStatus> {
  return (await readState({ db }, { type, id }))?.status ?? "unknown";
}

async function readState({ db }: Pick<RecordContext, "db">, { type, id }: Target) {
  if (type === "domain")
    return db
      .selectFrom("domains")
      .select(["state as status", "stateSince as since"])
      .where("id", "=", id)
      .executeTakeFirst();
  return db
    .selectFrom(type === "website" ? "websites" : "hosts")
    .select(["status", "statusSince as since"])
    .where("id", "=", id)
    .executeTakeFirst();
}

/** The checks of a record, in the order in which they speak for it. */
export async function readChecks(ctx: PersonContext, target: z.infer<typeof contract.getChecks>): Promise<ChecksView> {
  await assertReadable(ctx, target);
  const state = await readState(ctx, target);
  const rows = await ctx.db
    .selectFrom("checks as c")
    .leftJoin("users as u", "u.id", "c.pausedById")
    .select([
      "c.id",
      "c.kind",
      "c.label",
      "c.address",
      "c.intervalS",
      "c.status",
      "c.statusSince",
      "c.cause",
      "c.pausedAt",
      "c.vantageJson",
    ])
    .select(["u.id as byId", "u.name as byName"])
    .where("c.targetType", "=", target.type)
    .where("c.targetId", "=", target.id)
    .where("c.isEnabled", "=", 1)
    .where("c.removedAt", "is", null)
    .execute();
  const { role } = ctx.person;
  const sightings = await readSightings(ctx, rows);
  return {
    status: state?.status ?? "unknown",
    since: toDate(state?.since ?? null),
    checks: rows.toSorted(bySpeaking).map((row) => ({
      id: row.id,
      kind: row.kind,
      label: row.label,
      address: row.address,
      intervalSeconds: row.intervalS,
      status: row.pausedAt === null ? row.status : "paused",
      since: toDate(row.pausedAt ?? row.statusSince),
      cause: row.cause,
      pausedAt: toDate(row.pausedAt),
      pausedBy: row.byId === null ? null : { id: row.byId, label: row.byName ?? "" },
      sightings: sightings.get(row.id) ?? [],
    })),
    can: {
      run: ctx.checks.isOn && hasAbility(role, "runChecks"),
      pause: hasAbility(role, "manageChecks"),
      configure: hasAbility(role, "manageChecks"),
    },
  };
}

const hourS = 3600;
const dayS = 24 * hourS;

/**
 * How available a record was, by the check that speaks for it: a day by its results, a week and a month by hours, a year
 * by days. Nothing of it reads more than a few blocks.
 */
export async function readAvailability(
  ctx: PersonContext,
  { range, ...target }: z.infer<typeof contract.getAvailability>,
): Promise<Availability> {
  await assertReadable(ctx, target);
  const speaking = await findSpeaking(ctx, target);
  const reader = ctx.checks.reader();
  const nowS = Math.floor(ctx.now().getTime() / 1000);
  const { fromS, stepS, points } = pointsIn[range]({ reader, checkId: speaking?.id, nowS });
  const sum = noSpans();
  for (const { spans } of points) addSpans(sum, spans);
  const [from, to] = [new Date(fromS * 1000), new Date(nowS * 1000)];
  const incidents = await incidentMarks(ctx, target, from);
  const windows = await plannedMarks(ctx.db, { target, from, to });
  return {
    range,
    from,
    to,
    stepSeconds: stepS,
    uptime: uptimeOf(sum),
    byVantagePoint: range === "24h" ? await readByPoint(ctx, speaking, points) : [],
    incidents,
    windows,
    points: points.map(({ startS, spans, bucket }) => toPoint(startS, spans, bucket)),
  };
}

interface Asked {
  reader: StoreReader | undefined;
  checkId: string | undefined;
  nowS: number;
}
interface Point {
  startS: number;
  spans: Spans;
  bucket: Bucket | undefined;
}
interface Points {
  fromS: number;
  stepS: number;
  points: Point[];
}

const pointsIn: Record<Availability["range"], (asked: Asked) => Points> = {
  "24h": (asked) => byResults(asked, dayS, 300),
  "7d": (asked) => byHours(asked, 7),
  "30d": (asked) => byHours(asked, 30),
  "1y": (asked) => byDays(asked, 365),
};

function byResults({ reader, checkId, nowS }: Asked, seconds: number, stepS: number): Points {
  const fromS = Math.floor((nowS - seconds) / stepS) * stepS;
  const results = reader && checkId ? reader.results(checkId, fromS - dayS, nowS) : [];
  const points: Point[] = [];
  let first = 0;
  for (let startS = fromS; startS < nowS; startS += stepS) {
    const untilS = Math.min(startS + stepS, nowS);
    while ((results[first + 1]?.atS ?? Number.POSITIVE_INFINITY) <= startS) first += 1;
    let end = first;
    while (end < results.length && (results[end]?.atS ?? 0) < untilS) end += 1;
    const bucket = bucketOf(results.slice(first, end), startS, untilS);
    points.push({ startS, spans: bucket.spans, bucket });
  }
  return { fromS, stepS, points };
}

/** The hour that has not ended yet is summed up from its results. */
function byHours({ reader, checkId, nowS }: Asked, days: number): Points {
  const fromS = Math.floor((nowS - days * dayS) / hourS) * hourS;
  const kept = reader && checkId ? reader.hours(checkId, fromS, nowS) : [];
  const known = new Map(kept.map(({ startS, bucket }) => [startS, bucket]));
  const lastS = kept.at(-1)?.startS ?? fromS;
  const openS = Math.max(lastS, nowS - 3 * hourS);
  const results = reader && checkId ? reader.results(checkId, openS - dayS, nowS) : [];
  const points: Point[] = [];
  for (let startS = fromS; startS < nowS; startS += hourS) {
    const bucket =
      known.get(startS) ?? (startS >= lastS ? bucketOf(results, startS, Math.min(startS + hourS, nowS)) : undefined);
    points.push({ startS, spans: bucket?.spans ?? unknownFor(Math.min(hourS, nowS - startS)), bucket });
  }
  return { fromS, stepS: hourS, points };
}

/** Days of the portal's calendar; today is summed up from its hours. */
function byDays(asked: Asked, days: number): Points {
  const { reader, checkId, nowS } = asked;
  const today = portalDate(new Date(nowS * 1000));
  const first = addDays(today, 1 - days);
  const known = new Map(
    (reader && checkId ? reader.days(checkId, first, today) : []).map(({ day, bucket }) => [day, bucket]),
  );
  const startOf = (day: string) => Math.floor(portalMoment(day, "00:00").getTime() / 1000);
  const points: Point[] = [];
  for (let day = first; day <= today; day = addDays(day, 1)) {
    const startS = startOf(day);
    const bucket = known.get(day);
    const untilS = Math.min(startOf(addDays(day, 1)), nowS);
    points.push({ startS, spans: bucket?.spans ?? unknownFor(Math.max(0, untilS - startS)), bucket });
  }
  return { fromS: startOf(first), stepS: dayS, points };
}

const unknownFor = (seconds: number): Spans => ({ ...noSpans(), unknown: seconds });

function toPoint(startS: number, spans: Spans, bucket: Bucket | undefined): AvailabilityPoint {
  const seconds = {
    ...(spans.ok > 0 && { online: spans.ok }),
    ...(spans.degraded > 0 && { degraded: spans.degraded }),
    ...(spans.failed > 0 && { offline: spans.failed }),
    ...(spans.maintenance > 0 && { maintenance: spans.maintenance }),
    ...(spans.unknown > 0 && { unknown: spans.unknown }),
  };
  const phases = Object.fromEntries(
    phaseNames.flatMap((name, index) => (bucket?.averages[index] == null ? [] : [[name, bucket.averages[index]]])),
  );
  return { at: new Date(startS * 1000), seconds, phases, p95: bucket && bucket.count >= 3 ? bucket.p95 : null };
}

async function incidentMarks({ db }: RecordContext, { type, id }: Target, from: Date): Promise<AvailabilityMark[]> {
  const rows = await db
    .selectFrom("incidentMembers as m")
    .innerJoin("incidents as i", "i.id", "m.incidentId")
    .select(["i.id", "i.title", "m.until"])
    .select((eb) => eb.fn.coalesce("m.firstSince", "m.since").as("since"))
    .where("m.targetType", "=", type)
    .where("m.targetId", "=", id)
    // The larger one tells of it.
    .where("i.absorbedById", "is", null)
    .where((eb) => eb.or([eb("m.until", "is", null), eb("m.until", ">=", from.toISOString())]))
    .orderBy("since")
    .limit(200)
    .execute();
  return rows.map(({ id: incidentId, title, since, until }) => ({
    id: incidentId,
    title,
    from: new Date(since),
    to: toDate(until),
    href: `/incidents/${incidentId}`,
  }));
}

/** The certificates that a record has shown, the present one first; a domain shows those of its websites. */
export async function readCertificates(
  ctx: PersonContext,
  target: z.infer<typeof contract.getCertificates>,
): Promise<CertificateView[]> {
  await assertReadable(ctx, target);
  const { rows: checks } = await sql<{ id: string }>`
    select c.id from checks as c
    where c.kind in ('tls', 'smtp', 'http') and c.target_type = ${target.type} and c.target_id = ${target.id}
      or ${target.type} = 'domain' and c.kind = 'tls' and c.target_type = 'website' and c.target_id in (
        select l.website_id from website_domains as l inner join websites as w on w.id = l.website_id
        where l.domain_id = ${target.id} and w.archived_at is null)
    order by c.kind = 'tls' desc, c.label, c.id`.execute(ctx.db);
  const reader = ctx.checks.reader();
  const seen = checks.map(({ id }) => reader?.certificates(id) ?? []).find((list) => list.length > 0) ?? [];
  return seen.map(({ facts, seenFrom, seenUntil }, index) => ({
    facts,
    level: certificateLevel(facts, ctx.now()),
    seenFrom: new Date(seenFrom),
    seenUntil: new Date(seenUntil),
    isPresent: index === 0,
  }));
}

async function findSpeaking({ db }: RecordContext, { type, id }: Target) {
  const rows = await db
    .selectFrom("checks")
    .select(["id", "kind", "isEnabled", "vantageJson"])
    .where("targetType", "=", type)
    .where("targetId", "=", id)
    .execute();
  return rows.toSorted((one, other) => other.isEnabled - one.isEnabled || bySpeaking(one, other))[0];
}

/** Which check speaks for a record: the first of these kinds that it has. */
const speaking: readonly CheckKind[] = ["http", "ping", "tcp", "smtp", "dns", "push", "tls"];
const bySpeaking = (one: { kind: CheckKind }, other: { kind: CheckKind }) =>
  speaking.indexOf(one.kind) - speaking.indexOf(other.kind);

export async function assertReadable(ctx: PersonContext, target: Target): Promise<void> {
  if (!(await isReadable(ctx.db, target, ctx.person))) throw notFound();
}
