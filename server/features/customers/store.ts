import { type RawBuilder, sql } from "kysely";
import { customers as declaration } from "../../../contract/customers/customers.ts";
import { Problem } from "../../problem.ts";
import { nextNumber } from "../../records/conditions/number-range.ts";
import type { RecordStore } from "../../records/store.ts";
import { forgetContactsOf } from "../contacts/forget-contact.ts";
import { keepOnePrimary } from "../contacts/primary-contact.ts";
import { activeContracts, monthlyCost, monthlyRevenue } from "../contracts/monthly.ts";
import { lookNow } from "../lookups/look-now.ts";
import { health, healthReasons, openIncidents } from "./health.ts";

const own = (table: string) =>
  sql`${sql.table(table)} as other where other.customer_id = record.id and other.archived_at is null`;
const countOf = (table: string) => () => sql`select count(*) from ${own(table)}`;
/** Null rather than nothing: a customer without prices is not one who brings nothing. */
const sumOf = (parts: readonly RawBuilder<unknown>[]) =>
  sql`select sum(part.cents) from (${sql.join(parts, sql` union all `)}) as part`;

const revenue = () =>
  sumOf([
    sql`select ${monthlyRevenue} as cents from ${activeContracts}`,
    sql`select (other.price_cents + 6) / 12 as cents from ${own("domains")}`,
  ]);
const cost = () =>
  sumOf([
    sql`select ${monthlyCost} as cents from ${activeContracts}`,
    sql`select (other.cost_cents + 6) / 12 as cents from ${own("domains")}`,
    sql`select case other.billing when 'yearly' then (other.cost_cents + 6) / 12 else other.cost_cents end as cents from ${own("hosts")}`,
  ]);

export const customers: RecordStore = {
  declaration,
  table: "customers",
  unique: [["number"]],
  derived: {
    health,
    incidents: openIncidents,
    healthReasons,
    websiteCount: countOf("websites"),
    domainCount: countOf("domains"),
    hostCount: countOf("hosts"),
    deviceCount: () =>
      sql`select count(*) from devices as d where d.assigned_customer_id = record.id and d.archived_at is null`,
    contractCount: () => sql`select count(*) from ${activeContracts}`,
    mainContactId: (today) =>
      sql`select id from ${own("contacts")} and other.is_primary = 1 and (other.left_at is null or other.left_at > ${today}) order by other.sort_title limit 1`,
    monthlyRevenueCents: revenue,
    monthlyCostCents: cost,
    marginCents: () => sql`select (${revenue()}) - coalesce((${cost()}), 0)`,
    nextDeadlineAt: (today) =>
      sql`select min(d.due_on) from deadlines as d where d.customer_id = record.id and d.state = 'open'
        and d.archived = 0 and d.due_on >= ${today}
        and d.target_type is distinct from 'page'`,
  },
  further: { columns: ["logoKey"], of: async () => ({ logoKey: null }) },
  deadlines: { customerId: sql`record.id` },
  async complete(tx, _ctx, values) {
    return values.number ? values : { ...values, number: await nextNumber(tx, "customer") };
  },
  async afterUpdate(tx, _ctx, { id, values, before }) {
    if (values.watchesLookalikes !== true || before.values.watchesLookalikes === true) return;
    const domains = await tx.db.selectFrom("domains").select("id").where("customerId", "=", id).execute();
    await lookNow(
      tx,
      "lookalikes",
      domains.map((domain) => domain.id),
    );
  },
  async afterMerge(tx, ctx, customers) {
    for (const { id } of customers) await keepOnePrimary(tx, ctx, id);
  },
  async beforeDelete(tx, _ctx, { id }) {
    await forgetContactsOf(tx, id);
  },
  async beforeArchive(tx, _ctx, { id }) {
    const { count } = await tx.db
      .selectFrom("contracts")
      .select((eb) => eb.fn.countAll<number>().as("count"))
      .where("customerId", "=", id)
      .where("status", "=", "active")
      .where("archivedAt", "is", null)
      .executeTakeFirstOrThrow();
    if (Number(count) === 0) return;
    const contracts = Number(count) === 1 ? "einen aktiven Vertrag" : `${count} aktive Verträge`;
    throw new Problem("precondition", { message: `Der Kunde hat noch ${contracts}.` });
  },
};
