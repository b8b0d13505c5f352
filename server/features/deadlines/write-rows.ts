import type { Selectable } from "kysely";
import { prepare } from "../../db/prepare.ts";
import type { DeadlineTable } from "../../db/tables/deadlines.ts";
import { idsIn } from "../../records/conditions/ids-in.ts";
import type { Queryable } from "../../search/run.ts";

/** A deadline as it is kept. */
export type KeptDeadline = Selectable<DeadlineTable>;

const columns = [
  "id",
  "kind",
  "targetType",
  "targetId",
  "title",
  "label",
  "note",
  "customerId",
  "responsibleUserId",
  "concernedUserId",
  "assignedById",
  "dueOn",
  "cancelBy",
  "asksUntil",
  "amountCents",
  "direction",
  "source",
  "certainty",
  "quiet",
  "archived",
  "state",
  "closedAt",
  "closedById",
  "closedByHand",
  "reason",
  "leadDaysJson",
  "version",
  "createdAt",
  "createdById",
  "updatedAt",
] as (keyof KeptDeadline)[];

/** All deadlines of some targets of a type, those that are over with them. */
export function readKept(db: Queryable, targetType: string, ids: readonly string[]): Promise<KeptDeadline[]> {
  return selectKept(db, targetType, JSON.stringify(ids));
}

const selectKept = prepare((db, targetType: string, idsJson: string) =>
  db.selectFrom("deadlines").selectAll().where("targetType", "=", targetType).where("targetId", "in", idsIn(idsJson)),
);

const rowOf = (values: readonly unknown[]) =>
  Object.fromEntries(columns.map((name, index) => [name, values[index]])) as unknown as KeptDeadline;

export async function insertRow(db: Queryable, row: KeptDeadline): Promise<void> {
  await insertion(db, ...columns.map((name) => row[name]));
}

const insertion = prepare((db, ...values: unknown[]) => db.insertInto("deadlines").values(rowOf(values)));

/** Writes all of a deadline. */
export async function updateRow(db: Queryable, row: KeptDeadline): Promise<void> {
  await update(db, ...columns.map((name) => row[name]));
}

const update = prepare((db, ...values: unknown[]) => {
  const { id, ...rest } = rowOf(values);
  return db.updateTable("deadlines").set(rest).where("id", "=", id);
});

export async function deleteRow(db: Queryable, id: string): Promise<void> {
  await deletion(db, id);
}

const deletion = prepare((db, id: string) => db.deleteFrom("deadlines").where("id", "=", id));

/** Lets a deadline come back to everybody who has put it away. */
export async function removeSnoozes(db: Queryable, id: string): Promise<void> {
  await snoozesOf(db, id);
}

const snoozesOf = prepare((db, id: string) => db.deleteFrom("deadlineSnoozes").where("deadlineId", "=", id));
