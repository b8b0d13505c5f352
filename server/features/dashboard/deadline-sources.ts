import { type RawBuilder, sql } from "kysely";
import type { DeadlineKind } from "../../../contract/dashboard/dashboard.ts";
import type { RecordType } from "../../../contract/records/record-types.ts";

export interface DeadlineSource {
  kind: DeadlineKind;
  type: RecordType;
  table: string;
  column: string;
  /** Rows that the date concerns; every active one when absent. */
  only?: string;
  /** Still asks for something once it is over; a chance that has passed does not. */
  staysDue?: true;
}

const openDecision = "r.renew_decision in ('open', 'cancel', 'handOver')";
const renewsAnyway = "r.renew_decision not in ('cancel', 'handOver')";
const runs = "r.lifecycle <> 'shutDown'";
const active = "r.status = 'active'";
const inHouse = "r.status not in ('retired', 'sold', 'missing')";

const ofDomain = { type: "domain", table: "domains" } as const;
const ofHost = { type: "host", table: "hosts" } as const;
const ofContract = { type: "contract", table: "contracts" } as const;
const ofDevice = { type: "device", table: "devices" } as const;

/** Every date that people enter and that somebody has to act on. */
export const deadlineSources: readonly DeadlineSource[] = [
  { ...ofDomain, kind: "domainRenewal", column: "renews_at", only: renewsAnyway, staysDue: true },
  { ...ofDomain, kind: "domainCancel", column: "cancel_by", only: openDecision },
  {
    ...ofDomain,
    kind: "holderVerification",
    column: "nis2_deadline_at",
    only: "r.nis2_verified_at is null",
    staysDue: true,
  },
  { ...ofHost, kind: "hostRenewal", column: "renews_at", only: runs, staysDue: true },
  { ...ofHost, kind: "hostCancel", column: "cancel_by", only: runs },
  { ...ofContract, kind: "contractEnd", column: "end_at", only: active },
  { ...ofContract, kind: "contractCancel", column: "cancel_by", only: active },
  { ...ofDevice, kind: "warrantyEnd", column: "warranty_until", only: inHouse },
  { ...ofDevice, kind: "leasingEnd", column: "leasing_end_at", only: inHouse, staysDue: true },
  { ...ofDevice, kind: "deviceReturn", column: "expected_return_at", staysDue: true },
  { ...ofDevice, kind: "deviceAudit", column: "next_audit_at", only: inHouse, staysDue: true },
  { type: "customer", table: "customers", kind: "avvReview", column: "avv_review_at", staysDue: true },
];

interface TypeColumns {
  customer: string;
  number?: string;
  /** Whom a record concerns beside the person who is responsible for it. */
  concerned?: string;
  holder?: RawBuilder<unknown>;
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
  },
};

/** The deadlines of one kind between two dates, as rows of one shape; `mine` is 1 for what concerns the person. */
export function selectDeadlines(
  { kind, type, table, column, only = "1 = 1", staysDue }: DeadlineSource,
  { personId, from, today, to }: { personId: string; from: string; today: string; to: string },
): RawBuilder<unknown> {
  const { customer, number, concerned, holder } = columns[type] ?? { customer: "r.customer_id" };
  const due = sql.ref(`r.${column}`);
  const concerns = concerned ? sql`or ${sql.raw(concerned)} = ${personId}` : sql``;
  return sql`select ${kind} as kind, ${type} as type, r.id as id, r.title as title, ${due} as due_on,
    ${sql.raw(number ?? "null")} as number, ${holder ?? sql`null`} as holder, ${sql.raw(customer)} as customer_id,
    coalesce(r.responsible_user_id = ${personId} ${concerns}, 0) as mine, r.updated_at as updated_at
    from ${sql.table(table)} as r
    where r.archived_at is null and ${due} between ${staysDue ? from : today} and ${to} and ${sql.raw(only)}`;
}
