import { type RawBuilder, type SqlBool, sql } from "kysely";
import type { z } from "zod";
import type { DeadlineRow } from "../../../contract/deadlines/deadline-rows.ts";
import type { DeadlineKind } from "../../../contract/deadlines/deadlines.ts";
import type { listDeadlines as listInput } from "../../../contract/deadlines/deadlines-input.ts";
import { type Page, toPage } from "../../../contract/pagination.ts";
import { portalDate } from "../../../contract/time/today.ts";
import { readerOf } from "../../db/reading-thread.ts";
import { notFound } from "../../problem.ts";
import { folded, foldedPattern } from "../../search/folded.ts";
import { type Reading, readRows } from "./rows.ts";
import { visibleTo } from "./visible.ts";

/** A deadline that the person may see. Throws not_found. */
export async function readDeadline(ctx: Reading, id: string): Promise<DeadlineRow> {
  const [row] = await readRows(ctx, { where: sql<SqlBool>`d.id = ${id}` });
  if (!row) throw notFound();
  return row;
}

/** The open deadline of a kind that a target has. Throws not_found. */
export async function readOpenOf(ctx: Reading, { kind, id }: { kind: DeadlineKind; id: string }): Promise<DeadlineRow> {
  const where = sql<SqlBool>`d.kind = ${kind} and d.target_id = ${id} and d.state = 'open'`;
  const [row] = await readRows(ctx, { where });
  if (!row) throw notFound();
  return row;
}

/** Leaves out what a person has put away until a later day. */
export const notSnoozed = (personId: string, today: string): RawBuilder<SqlBool> =>
  sql<SqlBool>`not exists (select 1 from deadline_snoozes as s
    where s.deadline_id = d.id and s.user_id = ${personId} and s.until > ${today})`;

/** A page of the deadlines that the person may see, by due date; of those that are over, the last first. */
export async function listDeadlines(
  ctx: Reading,
  { page, limit, ...wanted }: z.output<typeof listInput>,
): Promise<Page<DeadlineRow>> {
  const where = matching(ctx, wanted);
  const db = await readerOf(ctx.db, "deadlines");
  const { rows } = await sql<{ total: number }>`
    select count(*) as total from deadlines as d where ${visibleTo(ctx.person)} and ${where}`.execute(db);
  const lastFirst = wanted.state === "closed" && { orderBy: sql`d.closed_at desc, d.id` };
  const data = await readRows({ ...ctx, db }, { where, ...lastFirst, limit, offset: (page - 1) * limit });
  return toPage(data, Number(rows[0]?.total ?? 0), limit);
}

/** What a deadline is called, and what it is about. */
const name = folded(sql`coalesce(d.label, '') || ' ' || coalesce(d.title, '')`);

function matching({ person, now }: Reading, wanted: Omit<z.output<typeof listInput>, "page" | "limit">) {
  const { state, kind, from, to, targetType, targetId, customerId, responsibleUserId, snoozed, search } = wanted;
  const responsible = responsibleUserId === "me" ? person.id : responsibleUserId;
  const today = portalDate(now());
  const conditions = [
    ...(state === "all" ? [] : [state === "closed" ? sql`d.state <> 'open'` : sql`d.state = ${sql.lit(state)}`]),
    // What has passed without asking for anything is closed by night, and is over for everybody since midnight.
    ...(state === "open" ? [sql`(d.asks_until is null or d.asks_until >= ${today})`] : []),
    ...(kind ? [sql`d.kind = ${kind}`] : []),
    ...(from ? [sql`d.due_on >= ${from}`] : []),
    ...(to ? [sql`d.due_on <= ${to}`] : []),
    ...(targetType ? [sql`d.target_type = ${targetType}`] : []),
    ...(targetId ? [sql`d.target_id = ${targetId}`] : []),
    ...(customerId ? [sql`d.customer_id = ${customerId}`] : []),
    ...(responsible ? [sql`d.responsible_user_id = ${responsible}`] : []),
    ...(snoozed === "hide" ? [notSnoozed(person.id, today)] : []),
    ...(search ? [sql`${name} like ${foldedPattern(search)} escape '!'`] : []),
  ];
  return sql<SqlBool>`${sql.join([sql`1 = 1`, ...conditions], sql` and `)}`;
}
