import { type RawBuilder, sql } from "kysely";
import { type Condition, type DeadlineKind, deadlineRule } from "../../../contract/deadlines/deadlines.ts";
import { declarationOf } from "../../../contract/records/declarations.ts";
import type { RecordType } from "../../../contract/records/record-types.ts";

interface TypeColumns {
  customer: string;
  number?: string;
  /** Whom a record concerns beside the person who is responsible for it. */
  concerned?: string;
  holder?: RawBuilder<unknown>;
  /** Whom a reminder reaches; who is responsible when absent. */
  reminded?: string;
}

const holder = sql`coalesce(
  (select name from users where id = r.assigned_user_id),
  (select title from customers where id = r.assigned_customer_id),
  (select title from locations where id = r.assigned_location_id),
  (select title from devices where id = r.assigned_device_id))`;
const ofCustomer = "(select responsible_user_id from customers where id = r.customer_id)";

const columns: Partial<Record<RecordType, TypeColumns>> = {
  device: {
    customer: "r.assigned_customer_id",
    number: "r.asset_tag",
    concerned: "r.assigned_user_id",
    holder,
  },
  customer: { customer: "r.id" },
  // Contracts are looked after with their customer unless they name somebody of their own.
  contract: {
    customer: "r.customer_id",
    number: "r.number",
    concerned: `case when r.responsible_user_id is null then ${ofCustomer} end`,
    reminded: `coalesce(r.responsible_user_id, ${ofCustomer})`,
  },
};

/**
 * The deadlines of one kind between two dates, as rows of one shape; `mine` is 1 for what concerns the person. Before
 * today there are only those that still ask for something.
 */
export function selectDeadlines(
  kind: DeadlineKind,
  { personId, from, today, to }: { personId: string; from: string; today: string; to: string },
): RawBuilder<unknown> {
  const { type, field, only = [], onlyWhenOver = [], overUntil, staysDue } = deadlineRule(kind);
  const { customer, number, concerned, holder, reminded } = columns[type] ?? { customer: "r.customer_id" };
  const due = columnOf(field);
  const concerns = concerned ? sql`or ${sql.raw(concerned)} = ${personId}` : sql``;
  const isOver = [
    sql`${due} >= ${from} and ${due} < ${today}`,
    ...onlyWhenOver.map(sqlOf),
    ...(overUntil ? [sql`${columnOf(overUntil)} >= ${today}`] : []),
  ];
  const over = staysDue ? sql`or (${sql.join(isOver, sql` and `)})` : sql``;
  return sql`select ${kind} as kind, ${type} as type, r.id as id, r.title as title, ${due} as due_on,
    ${sql.raw(number ?? "null")} as number, ${holder ?? sql`null`} as holder, ${sql.raw(customer)} as customer_id,
    coalesce(r.responsible_user_id = ${personId} ${concerns}, 0) as mine, r.updated_at as updated_at,
    r.version as version, ${type === "domain" ? columnOf("renewDecision") : sql`null`} as decision,
    ${kind === "deviceReturn" ? columnOf("assignedUserId") : sql.raw(reminded ?? "r.responsible_user_id")} as reminded_id
    from ${sql.table(declarationOf(type).plural)} as r
    where r.archived_at is null and (${due} between ${today} and ${to} ${over})
      and ${sql.join([sql`1 = 1`, ...only.map(sqlOf)], sql` and `)}`;
}

const columnOf = (field: string) => sql.ref(`r.${field}`);

/** A condition as the database checks it; flags are kept as 0 and 1. */
function sqlOf({ field, in: one, notIn, isEmpty }: Condition): RawBuilder<unknown> {
  if (isEmpty) return sql`${columnOf(field)} is null`;
  const values = (one ?? notIn ?? []).map((value) => (typeof value === "boolean" ? Number(value) : value));
  return sql`${columnOf(field)} ${sql.raw(one ? "in" : "not in")} (${sql.join(values)})`;
}

/** Where the record of a deadline is seen: contracts are seen on their customer. */
export function addressOf({ type, id, customerId }: { type: string; id: string; customerId: string | null }): string {
  return type === "contract" ? `/customers/${customerId}/contracts` : `/${type}s/${id}`;
}
