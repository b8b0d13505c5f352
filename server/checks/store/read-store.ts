import type { CertificateLevel } from "../../../contract/checks/certificate-levels.ts";
import type { CheckEvent } from "../../../contract/checks/events.ts";
import type { CertificateFacts } from "../../../contract/checks/facts.ts";
import type { CheckOutcome } from "../../../contract/checks/status.ts";
import { requireValue } from "../../../contract/narrowing.ts";
import { type Bucket, mergeBuckets, unpackBuckets } from "./buckets.ts";
import { bucketOf, keyOf, openStoreForReading, type StoreFile } from "./open-store.ts";
import { type StoredResult, unpackResults } from "./packing.ts";
import { openPointReader, type PointReader } from "./read-points.ts";
import { toResult } from "./roll-up.ts";
import { openRunningDays } from "./running-days.ts";
import { openUptimes, type Unsummed, unsummedColumns } from "./running-hour.ts";

const hourS = 3600;
const dayS = 24 * hourS;
/** How far a block reaches behind the hour that it stands under. */
const blockHours = 26;

/** What a check has come to so far. */
export interface CheckFigures {
  id: string;
  seenAt: number | null;
  askedAt: number | null;
  outcome: CheckOutcome | null;
  totalMs: number | null;
  httpStatus: number | null;
  code: string | null;
  text: string | null;
  certificateEndsAt: number | null;
  certificateLevel: CertificateLevel | null;
  /** Of the last thirty days up to when it was seen, in hundredths of a percent. */
  uptime: number | null;
  dueAt: number;
}

export interface SeenCertificate {
  seenFrom: number;
  seenUntil: number;
  facts: CertificateFacts;
}

/** Reads what the checker has found out, beside it. */
export interface StoreReader {
  eventsAfter(id: number, limit: number): CheckEvent[];
  /** The latest events of a check first. */
  eventsOf(checkId: string, limit: number): CheckEvent[];
  lastEvent(): number;
  figures(checkIds: readonly string[]): CheckFigures[];
  /** What was seen after a moment, oldest first. */
  figuresSince(at: number, limit: number): CheckFigures[];
  /** How many of the checks that were asked for at a moment have answered, badly, or not yet. */
  askedAt(at: number): { answered: number; failed: number; waiting: number };
  /** How late the most belated check is that waits for its turn; those that are known to hang have one of their own. */
  latenessMs(at: number): number;
  /** Up to which change the checks of the portal are known. */
  revision(): number;
  results(checkId: string, fromS: number, untilS: number): StoredResult[];
  hours(checkId: string, fromS: number, untilS: number): { startS: number; bucket: Bucket }[];
  /** By calendar day `YYYY-MM-DD`, both inclusive; of the day that runs, up to when the check was last seen. */
  days(checkId: string, from: string, until: string): { day: string; bucket: Bucket }[];
  certificates(checkId: string): SeenCertificate[];
  /** What was found from elsewhere than the portal. */
  points: PointReader;
  close(): void;
}

const figureColumns = `c.check_id as id, s.seen_at as seenAt, s.asked_at as askedAt, s.outcome, s.total_ms as totalMs,
  s.http_status as httpStatus, s.code, s.text, s.certificate_ends_at as certificateEndsAt,
  s.facts ->> 'certificateLevel' as certificateLevel, s.uptime, s.due_at as dueAt, ${unsummedColumns}`;

/** Reads checks by their ids, and by when they were seen. */
export const figureQueries = {
  wanted: `select ${figureColumns} from json_each(?) as wanted join checks c on c.check_id = wanted.value join schedule s on s.no = c.no`,
  since: `select ${figureColumns} from schedule s join checks c on c.no = s.no where s.seen_at > ? order by s.seen_at limit ?`,
};

export function openStoreReader(file: string): StoreReader | undefined {
  const sqlite = openStoreForReading(file);
  return sqlite && readerOf(sqlite);
}

/** Over an open file; tests read the one that they write. */
export function readerOf(sqlite: StoreFile): StoreReader {
  const events = sqlite.prepare<unknown[], EventRow>("select * from events where id > ? order by id limit ?");
  const ofCheck = sqlite.prepare<unknown[], EventRow>(
    "select * from events where check_id = ? order by id desc limit ?",
  );
  const last = sqlite.prepare("select coalesce(max(id), 0) from events").pluck();
  const figures = sqlite.prepare<unknown[], FiguresRow>(figureQueries.wanted);
  const since = sqlite.prepare<unknown[], FiguresRow>(figureQueries.since);
  const uptimeOf = openUptimes(sqlite);
  const toFigures = (row: FiguresRow): CheckFigures => {
    const { no, rolledUntilS, carryAtS, carryOutcome, carryHoldS, hasFailed, ...figures } = row;
    return { ...figures, uptime: uptimeOf(row) };
  };
  const asked = sqlite.prepare<
    unknown[],
    ReturnType<StoreReader["askedAt"]>
  >(`select coalesce(sum(seen_at >= asked_at), 0) as answered,
      coalesce(sum(seen_at >= asked_at and outcome in ('failed', 'degraded')), 0) as failed,
      coalesce(sum(is_active > 0 and coalesce(seen_at, 0) < asked_at), 0) as waiting
    from schedule where asked_at = ?`);
  const oldest = sqlite
    .prepare(`select min(due_at) from schedule where is_active = 1 and is_hanging = 0 and due_at <= @at
      and (claimed_until is null or claimed_until <= @at)`)
    .pluck();
  const revision = sqlite.prepare("select value ->> 'revision' from meta where name = 'position'").pluck();
  const number = sqlite.prepare<unknown[], number>("select no from checks where check_id = ?").pluck();
  const hot = sqlite.prepare<
    unknown[],
    Parameters<typeof toResult>[0]
  >(`select at_s as atS, outcome, hold_s as holdS, http_status as httpStatus, dns, connect, tls,
      ttfb, total from results where no = ? and at_s >= ? and at_s < ? order by at_s`);
  const blocks = sqlite
    .prepare<unknown[], Uint8Array>("select data from blocks where id between ? and ? and until_s >= ? order by id")
    .pluck();
  const hours = sqlite.prepare<unknown[], Packed>("select id, data from hours where id between ? and ? order by id");
  const days = sqlite.prepare<unknown[], Packed>("select id, data from days where id between ? and ? order by id");
  const certificates = sqlite.prepare<unknown[], Omit<SeenCertificate, "facts"> & { facts: string }>(
    "select seen_from as seenFrom, seen_until as seenUntil, facts from certificates where no = ? order by seen_until desc, seen_from desc",
  );
  const runningDays = openRunningDays(sqlite);
  const numberOf = (checkId: string) => number.get(checkId);

  return {
    eventsAfter: (id, limit) => events.all(id, limit).map(toEvent),
    eventsOf: (checkId, limit) => ofCheck.all(checkId, limit).map(toEvent),
    lastEvent: () => Number(last.get()),
    figures: (checkIds) => figures.all(JSON.stringify(checkIds)).map(toFigures),
    figuresSince: (at, limit) => since.all(at, limit).map(toFigures),
    askedAt: (at) => requireValue(asked.get(at)),
    latenessMs: (at) => Math.max(0, at - Number(oldest.get({ at }) ?? at)),
    revision: () => Number(revision.get() ?? 0),
    results(checkId, fromS, untilS) {
      const no = numberOf(checkId);
      if (no === undefined) return [];
      const first = keyOf(no, Math.floor(fromS / hourS) - blockHours);
      const packed = blocks.all(first, keyOf(no, Math.floor(untilS / hourS)), fromS);
      const kept = packed.flatMap(unpackResults).filter(({ atS }) => atS >= fromS && atS < untilS);
      return [...kept, ...hot.all(no, fromS, untilS).map(toResult)];
    },
    hours(checkId, fromS, untilS) {
      const no = numberOf(checkId);
      if (no === undefined) return [];
      const rows = hours.all(keyOf(no, Math.floor(fromS / dayS)), keyOf(no, Math.floor((untilS - 1) / dayS)));
      return rows.flatMap(({ id, data }) =>
        [...unpackBuckets(data)].flatMap(([hour, bucket]) => {
          const startS = bucketOf(id) * dayS + hour * hourS;
          return startS >= fromS && startS < untilS ? [{ startS, bucket }] : [];
        }),
      );
    },
    days(checkId, from, until) {
      const no = numberOf(checkId);
      if (no === undefined) return [];
      const monthOf = (day: string) => Number(day.slice(0, 4)) * 12 + Number(day.slice(5, 7)) - 1;
      const rows = days.all(keyOf(no, monthOf(from)), keyOf(no, monthOf(until)));
      const summed = rows.flatMap(({ id, data }) => {
        const month = bucketOf(id);
        const start = `${Math.floor(month / 12)}-${String((month % 12) + 1).padStart(2, "0")}`;
        return [...unpackBuckets(data)].map(([day, bucket]) => ({
          day: `${start}-${String(day).padStart(2, "0")}`,
          bucket,
        }));
      });
      const found = new Map<string, Bucket>();
      for (const { day, bucket } of [...summed, ...runningDays(no)]) {
        const known = found.get(day);
        if (day >= from && day <= until) found.set(day, known ? mergeBuckets([known, bucket]) : bucket);
      }
      return [...found].map(([day, bucket]) => ({ day, bucket }));
    },
    certificates(checkId) {
      const rows = certificates.all(numberOf(checkId) ?? -1);
      return rows.map((row) => ({ ...row, facts: JSON.parse(row.facts) }));
    },
    points: openPointReader(sqlite),
    close: () => void sqlite.close(),
  };
}

type FiguresRow = CheckFigures & Unsummed;

/** Several hours of a day, or days of a month. */
interface Packed {
  id: number;
  data: Uint8Array;
}

interface EventRow {
  id: number;
  at: number;
  check_id: string | null;
  target_type: string | null;
  target_id: string | null;
  kind: CheckEvent["kind"];
  data: string;
}

function toEvent({ id, at, check_id, target_type, target_id, kind, data }: EventRow): CheckEvent {
  return {
    id,
    at: new Date(at).toISOString(),
    checkId: check_id ?? "",
    targetType: (target_type ?? "") as CheckEvent["targetType"],
    targetId: target_id ?? "",
    kind,
    data: JSON.parse(data),
  };
}
