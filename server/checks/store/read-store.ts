import type { CheckEvent } from "../../../contract/checks/events.ts";
import type { CertificateFacts } from "../../../contract/checks/facts.ts";
import type { CheckOutcome } from "../../../contract/checks/status.ts";
import { type Bucket, unpackBuckets } from "./buckets.ts";
import { keyOf, openStoreForReading, placeOf, type StoreFile } from "./open-store.ts";
import { type StoredResult, unpackResults } from "./packing.ts";
import { toResult } from "./roll-up.ts";

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
  results(checkId: string, fromS: number, untilS: number): StoredResult[];
  hours(checkId: string, fromS: number, untilS: number): { startS: number; bucket: Bucket }[];
  /** By calendar day `YYYY-MM-DD`, both inclusive. */
  days(checkId: string, from: string, until: string): { day: string; bucket: Bucket }[];
  certificates(checkId: string): SeenCertificate[];
  close(): void;
}

const figureColumns = `c.check_id as id, s.seen_at as seenAt, s.asked_at as askedAt, s.outcome, s.total_ms as totalMs,
  s.http_status as httpStatus, s.code, s.text, s.certificate_ends_at as certificateEndsAt, s.uptime, s.due_at as dueAt`;

export function openStoreReader(file: string): StoreReader | undefined {
  const sqlite = openStoreForReading(file);
  return sqlite && readerOf(sqlite);
}

/** Over an open file; tests read the one that they write. */
export function readerOf(sqlite: StoreFile): StoreReader {
  const events = sqlite.prepare("select * from events where id > ? order by id limit ?");
  const ofCheck = sqlite.prepare("select * from events where check_id = ? order by id desc limit ?");
  const last = sqlite.prepare("select coalesce(max(id), 0) from events").pluck();
  const figures = sqlite.prepare(
    `select ${figureColumns} from json_each(?) as wanted join checks c on c.check_id = wanted.value join schedule s on s.no = c.no`,
  );
  const since = sqlite.prepare(
    `select ${figureColumns} from schedule s join checks c on c.no = s.no where s.seen_at > ? order by s.seen_at limit ?`,
  );
  const number = sqlite.prepare("select no from checks where check_id = ?").pluck();
  const hot =
    sqlite.prepare(`select at_s as atS, outcome, hold_s as holdS, http_status as httpStatus, dns, connect, tls,
      ttfb, total from results where no = ? and at_s >= ? and at_s < ? order by at_s`);
  const blocks = sqlite
    .prepare("select data from blocks where id between ? and ? and until_s >= ? order by id")
    .pluck();
  const hours = sqlite.prepare("select id, data from hours where id between ? and ? order by id");
  const days = sqlite.prepare("select id, data from days where id between ? and ? order by id");
  const certificates = sqlite.prepare(
    "select seen_from as seenFrom, seen_until as seenUntil, facts from certificates where no = ? order by seen_until desc, seen_from desc",
  );
  const numberOf = (checkId: string) => number.get(checkId) as number | undefined;

  return {
    eventsAfter: (id, limit) => (events.all(id, limit) as EventRow[]).map(toEvent),
    eventsOf: (checkId, limit) => (ofCheck.all(checkId, limit) as EventRow[]).map(toEvent),
    lastEvent: () => Number(last.get()),
    figures: (checkIds) => figures.all(JSON.stringify(checkIds)) as CheckFigures[],
    figuresSince: (at, limit) => since.all(at, limit) as CheckFigures[],
    results(checkId, fromS, untilS) {
      const no = numberOf(checkId);
      if (no === undefined) return [];
      const first = keyOf(no, Math.floor(fromS / hourS) - blockHours);
      const packed = blocks.all(first, keyOf(no, Math.floor(untilS / hourS)), fromS) as Uint8Array[];
      const kept = packed.flatMap(unpackResults).filter(({ atS }) => atS >= fromS && atS < untilS);
      return [...kept, ...(hot.all(no, fromS, untilS) as Parameters<typeof toResult>[0][]).map(toResult)];
    },
    hours(checkId, fromS, untilS) {
      const no = numberOf(checkId);
      if (no === undefined) return [];
      const rows = hours.all(keyOf(no, Math.floor(fromS / dayS)), keyOf(no, Math.floor((untilS - 1) / dayS)));
      return (rows as { id: number; data: Uint8Array }[]).flatMap(({ id, data }) =>
        [...unpackBuckets(data)].flatMap(([hour, bucket]) => {
          const startS = placeOf(id) * dayS + hour * hourS;
          return startS >= fromS && startS < untilS ? [{ startS, bucket }] : [];
        }),
      );
    },
    days(checkId, from, until) {
      const no = numberOf(checkId);
      if (no === undefined) return [];
      const monthOf = (day: string) => Number(day.slice(0, 4)) * 12 + Number(day.slice(5, 7)) - 1;
      const rows = days.all(keyOf(no, monthOf(from)), keyOf(no, monthOf(until))) as { id: number; data: Uint8Array }[];
      return rows.flatMap(({ id, data }) => {
        const month = placeOf(id);
        const start = `${Math.floor(month / 12)}-${String((month % 12) + 1).padStart(2, "0")}`;
        return [...unpackBuckets(data)]
          .map(([day, bucket]) => ({ day: `${start}-${String(day).padStart(2, "0")}`, bucket }))
          .filter(({ day }) => day >= from && day <= until);
      });
    },
    certificates(checkId) {
      const rows = certificates.all(numberOf(checkId) ?? -1) as (Omit<SeenCertificate, "facts"> & { facts: string })[];
      return rows.map((row) => ({ ...row, facts: JSON.parse(row.facts) }));
    },
    close: () => void sqlite.close(),
  };
}

interface EventRow {
  id: number;
  at: number;
  check_id: string | null;
  target_type: string | null;
  target_id: string | null;
  kind: string;
  data: string;
}

function toEvent({ id, at, check_id, target_type, target_id, kind, data }: EventRow): CheckEvent {
  return {
    id,
    at: new Date(at).toISOString(),
    checkId: check_id ?? "",
    targetType: (target_type ?? "") as CheckEvent["targetType"],
    targetId: target_id ?? "",
    kind: kind as CheckEvent["kind"],
    data: JSON.parse(data),
  };
}
