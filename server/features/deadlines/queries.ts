import { type RawBuilder, type SqlBool, sql } from "kysely";
import type { DeadlineRow } from "../../../contract/deadlines/deadline-rows.ts";
import type { DeadlineKind } from "../../../contract/deadlines/deadlines.ts";
import { notFound } from "../../problem.ts";
import { type Reading, readRows } from "./rows.ts";

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
