import { type RawBuilder, type SqlBool, sql } from "kysely";
import { type Reader, readableTargets } from "../../records/readable.ts";
import { deadlineSources } from "./sources.ts";

/** Leaves a person the deadlines `alias` that they may see: those of what they may read, and of nothing that is archived. */
export const visibleTo = (reader: Reader, alias = "d"): RawBuilder<SqlBool> =>
  sql<SqlBool>`(${sql.ref(`${alias}.archived`)} = 0 and ${readableDeadlines(reader, alias)})`;

/** Leaves a person the deadlines `alias` of what they may read. */
export function readableDeadlines(reader: Reader, alias = "d"): RawBuilder<SqlBool> {
  const others = deadlineSources().flatMap(({ targetType, readable }) => {
    const condition = readable?.(reader, alias);
    return condition ? [sql`(${sql.ref(`${alias}.targetType`)} is distinct from ${targetType} or ${condition})`] : [];
  });
  const conditions = [readableTargets(reader, alias), ...others];
  return sql<SqlBool>`(${sql.join(conditions, sql` and `)})`;
}

/** Leaves the open deadlines `alias` up to a day, and of those before today, however old, the ones that still ask. */
export function dueBy({ today, to }: { today: string; to: string }, alias = "d") {
  const column = (name: string) => sql.ref(`${alias}.${name}`);
  return sql<SqlBool>`(${column("state")} = 'open' and ${column("dueOn")} <= ${to}
    and (${column("dueOn")} >= ${today} or ${column("asksUntil")} is null or ${column("asksUntil")} >= ${today}))`;
}

/** Whether a deadline `alias` is a person's own: it concerns them, or is a task of the group they belong to. */
export const isOf = ({ id, role }: Reader, alias = "d") =>
  sql<SqlBool>`(${concerns(id, alias)} or (${sql.ref(`${alias}.targetType`)} = 'task'
    and ${sql.ref(`${alias}.targetId`)} in (select id from tasks where assignee_group = ${role})))`;

/** Whether a deadline `alias` concerns a person: they are to act, or it is about what they have. */
export const concerns = (personId: string, alias = "d") =>
  sql<SqlBool>`(${sql.ref(`${alias}.responsibleUserId`)} = ${personId} or ${sql.ref(`${alias}.concernedUserId`)} = ${personId})`;
