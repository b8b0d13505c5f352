import { type RawBuilder, sql } from "kysely";
import type { z } from "zod";
import {
  allGapKinds,
  type ContractGap,
  type GapKind,
  type GapReport,
} from "../../../contract/contract-gaps/contract-gaps.ts";
import type { listGaps } from "../../../contract/contract-gaps/contract-gaps-input.ts";
import { toPage } from "../../../contract/pagination.ts";
import type { ListType } from "../../../contract/records/record-types.ts";
import { portalDate } from "../../../contract/time/today.ts";
import type { Db } from "../../db/connection.ts";
import { jsonArrayOf, jsonObject } from "../../db/dialect/json.ts";
import { inReadingThread } from "../../db/reading-thread.ts";
import { finders } from "./finders.ts";

interface Row {
  kind: GapKind;
  type: ListType;
  id: string;
  title: string;
  customerId: string | null;
  customer: string | null;
  yearlyCents: number | null;
  facts: string;
  reason: string | null;
  settledBy: string | null;
  settledAt: string | null;
  total: number;
}

/** Every finding of a day, with what somebody has said to it; the same facts make the same finding. */
export function selectGaps(kinds: readonly GapKind[], today: string): RawBuilder<unknown> {
  const parts = kinds.map((kind) => sql`select ${sql.lit(kind)} as kind, f.* from (${finders[kind](today)}) as f`);
  return sql`select g.kind, g.type, g.id, g.title, g.customer_id, g.yearly_cents, cast(g.facts as text) as facts,
      s.reason, s.settled_by_id, s.settled_at
    from (${sql.join(parts, sql` union all `)}) as g
    left join gap_settlements as s on s.kind = g.kind and s.subject_type = g.type and s.subject_id = g.id
      and s.facts = cast(g.facts as text)`;
}

interface GapContext {
  db: Db;
  now(): Date;
}

/** The findings that are open, or those that were settled, the largest first, with the sums of the open ones. */
export async function listGapsOf(
  { db, now }: GapContext,
  { kind, settled, page, limit }: z.output<typeof listGaps>,
): Promise<GapReport> {
  const asked = { kinds: kind ? [kind] : allGapKinds, settled, limit, offset: (page - 1) * limit };
  const { rows, sums } = await readGaps(db, portalDate(now()), asked);
  const kinds = inOrder(sums);
  return {
    ...toPage(rows.map(toGap), rows[0]?.total ?? 0, limit),
    kinds,
    yearlyCents: kinds.reduce((sum, each) => sum + each.yearlyCents, 0),
  };
}

const inOrder = (sums: GapReport["kinds"]): GapReport["kinds"] =>
  allGapKinds.map((kind) => sums.find((row) => row.kind === kind) ?? { kind, count: 0, yearlyCents: 0 });

interface Reading {
  kinds: readonly GapKind[];
  settled: boolean;
  limit: number;
  offset: number;
}

/** Finding everything is what takes the time: rows and sums come from one search. */
async function readGaps(
  db: Db,
  today: string,
  { kinds, settled, limit, offset }: Reading,
): Promise<{ rows: Row[]; sums: GapReport["kinds"] }> {
  const { rows } = await sql<Row & { sums: string }>`
    with found as materialized (${selectGaps(allGapKinds, today)}),
      sums as (select kind, count(*) as count, coalesce(sum(yearly_cents), 0) as cents from found
        where reason is null group by kind),
      shown as (
        select g.*, count(*) over () as total from found as g
        where g.reason is ${settled ? sql`not null` : sql`null`} and g.kind in (${sql.join(kinds)})
        order by coalesce(g.yearly_cents, 0) desc, g.title, g.kind, g.id limit ${limit} offset ${offset})
    select shown.*, k.title as customer, u.name as settled_by,
      (select ${jsonArrayOf(jsonObject({ kind: sql`kind`, count: sql`count`, yearlyCents: sql`cents` }))} from sums) as sums
    from (select 1) as one left join shown on 1 = 1
      left join customers as k on k.id = shown.customer_id left join users as u on u.id = shown.settled_by_id
    order by coalesce(shown.yearly_cents, 0) desc, shown.title, shown.kind, shown.id`.execute(inReadingThread(db));
  return { rows: rows.filter(({ id }) => id !== null), sums: JSON.parse(rows[0]?.sums ?? "[]") };
}

async function sumByKind(db: Db, today: string): Promise<GapReport["kinds"]> {
  const { rows } = await sql<GapReport["kinds"][number]>`
    select kind, count(*) as count, coalesce(sum(yearly_cents), 0) as yearly_cents
    from (${selectGaps(allGapKinds, today)}) as gap where reason is null group by kind`.execute(inReadingThread(db));
  return inOrder(rows);
}

/** What all open findings come to. */
export async function estimateGaps({ db, now }: GapContext): Promise<{ yearlyCents: number; count: number }> {
  const kinds = await sumByKind(db, portalDate(now()));
  return {
    yearlyCents: kinds.reduce((sum, each) => sum + each.yearlyCents, 0),
    count: kinds.reduce((sum, each) => sum + each.count, 0),
  };
}

/** The open findings in pages, for a file. */
export async function* readAllGaps({ db, now }: GapContext): AsyncGenerator<ContractGap[]> {
  const today = portalDate(now());
  const limit = 500;
  for (let offset = 0; ; offset += limit) {
    const { rows } = await readGaps(db, today, { kinds: allGapKinds, settled: false, limit, offset });
    if (rows.length > 0) yield rows.map(toGap);
    if (rows.length < limit) return;
  }
}

function toGap(row: Row): ContractGap {
  return {
    kind: row.kind,
    subject: { type: row.type, id: row.id, label: row.title },
    customer: row.customerId ? { id: row.customerId, label: row.customer ?? "" } : null,
    yearlyCents: row.yearlyCents,
    facts: row.facts,
    settled:
      row.reason !== null && row.settledAt !== null
        ? { reason: row.reason, by: row.settledBy, at: new Date(row.settledAt) }
        : null,
  };
}
