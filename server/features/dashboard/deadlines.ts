import { sql } from "kysely";
import type { z } from "zod";
import type * as contract from "../../../contract/dashboard.ts";
import type { DeadlineKind } from "../../../contract/dashboard.ts";
import type { RecordType } from "../../../contract/records/record-types.ts";
import { addDays, dateInBerlin } from "../../../contract/values/today.ts";
import type { PersonContext } from "../../trpc/context.ts";

interface Source {
  kind: DeadlineKind;
  type: RecordType;
  table: string;
  column: string;
  /** Rows that the date concerns; every active one when absent. */
  only?: string;
  customerColumn?: string;
  /** Still asks for something once it is over; a chance that has passed does not. */
  staysDue?: true;
}

const openDecision = "r.renew_decision in ('open', 'cancel', 'handOver')";
const inHouse = "r.status not in ('retired', 'sold', 'missing')";

/** Every date that people enter and that somebody has to act on. */
const sources: readonly Source[] = [
  { kind: "domainRenewal", type: "domain", table: "domains", column: "renews_at", staysDue: true },
  { kind: "domainCancel", type: "domain", table: "domains", column: "cancel_by", only: openDecision },
  {
    kind: "holderVerification",
    type: "domain",
    table: "domains",
    column: "nis2_deadline_at",
    only: "r.nis2_verified_at is null",
    staysDue: true,
  },
  { kind: "hostRenewal", type: "host", table: "hosts", column: "renews_at", staysDue: true },
  { kind: "hostCancel", type: "host", table: "hosts", column: "cancel_by" },
  { kind: "contractEnd", type: "contract", table: "contracts", column: "end_at", only: "r.status = 'active'" },
  { kind: "contractCancel", type: "contract", table: "contracts", column: "cancel_by", only: "r.status = 'active'" },
  { kind: "warrantyEnd", type: "device", table: "devices", column: "warranty_until", only: inHouse },
  { kind: "leasingEnd", type: "device", table: "devices", column: "leasing_end_at", only: inHouse, staysDue: true },
  { kind: "deviceReturn", type: "device", table: "devices", column: "expected_return_at", staysDue: true },
  { kind: "deviceAudit", type: "device", table: "devices", column: "next_audit_at", only: inHouse, staysDue: true },
  {
    kind: "avvReview",
    type: "customer",
    table: "customers",
    column: "avv_review_at",
    customerColumn: "id",
    staysDue: true,
  },
];

/** How far back a date still asks for something; older ones are somebody's forgotten entry. */
const overdueDays = 90;
const shown = 50;

interface Row {
  kind: DeadlineKind;
  type: RecordType;
  id: string;
  title: string;
  dueOn: string;
  customerId: string | null;
  customerTitle: string | null;
}

/** What is due within so many days, overdue first. */
export async function listDue(
  ctx: PersonContext,
  { days, mine }: z.infer<typeof contract.listDue>,
): Promise<contract.DueList> {
  const today = dateInBerlin(ctx.now());
  const from = addDays(today, -overdueDays);
  const to = addDays(today, days);
  const parts = sources.map(({ kind, type, table, column, only, customerColumn, staysDue }) => {
    const due = sql.ref(`r.${column}`);
    const customer = sql.ref(`r.${customerColumn ?? (type === "device" ? "assigned_customer_id" : "customer_id")}`);
    const own = mine && type !== "contract" ? sql`and r.responsible_user_id = ${ctx.person.id}` : sql``;
    return sql<Row>`select ${kind} as kind, ${type} as type, r.id as id, r.title as title, ${due} as due_on, ${customer} as customer_id from ${sql.table(table)} as r where r.archived_at is null and ${due} between ${staysDue ? from : today} and ${to} ${sql.raw(only ? `and ${only}` : "")} ${own}`;
  });
  const all = sql`${sql.join(parts, sql` union all `)}`;
  const { rows } = await sql<Row & { total: number }>`
    select d.*, c.title as customer_title, count(*) over () as total
    from (${all}) as d left join customers as c on c.id = d.customer_id
    order by d.due_on, d.title limit ${shown}`.execute(ctx.db);
  return {
    total: rows[0]?.total ?? 0,
    deadlines: rows.map((row) => ({
      kind: row.kind,
      record: { id: row.id, label: row.title, type: row.type },
      href: row.type === "contract" ? `/customers/${row.customerId}/contracts` : `/${row.type}s/${row.id}`,
      customer: row.customerId ? { id: row.customerId, label: row.customerTitle ?? "" } : null,
      dueOn: row.dueOn,
      days: daysBetween(today, row.dueOn),
    })),
  };
}

const dayMs = 86_400_000;

function daysBetween(from: string, to: string): number {
  return Math.round((Date.parse(to) - Date.parse(from)) / dayMs);
}
