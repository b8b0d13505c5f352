import { type RawBuilder, type SqlBool, sql } from "kysely";
import type { Counts, Figure, TypeCount } from "../../../contract/dashboard/dashboard.ts";
import { type Filter, formatFilter } from "../../../contract/records/filters.ts";
import { type MainType, mainTypes } from "../../../contract/records/record-types.ts";
import { addDays, portalDate } from "../../../contract/time/today.ts";
import { conditionOf } from "../../records/conditions/conditions.ts";
import { dynamic } from "../../records/conditions/dynamic.ts";
import { storeOf } from "../../records/registry.ts";
import type { PersonContext } from "../../trpc/context.ts";
import { visibleTo } from "../deadlines/visible.ts";

interface Counted {
  label: string;
  where: readonly Filter[];
  href: string;
}

/** What is worth a look when it is missing. */
const gaps: Record<MainType, Counted[]> = {
  website: [
    missing("website", "ohne Kunde", { field: "customerId", is: "missing" }),
    missing("website", "ohne verantwortliche Person", { field: "responsibleUserId", is: "missing" }),
  ],
  domain: [
    missing("domain", "ohne Termin", { field: "renewsAt", is: "missing" }),
    missing("domain", "ohne Kunde", { field: "customerId", is: "missing" }),
  ],
  host: [missing("host", "ohne AVV", { field: "avvSignedAt", is: "missing" })],
  customer: [missing("customer", "ohne AVV", { field: "avvStatus", is: "oneOf", values: ["missing"] })],
  device: [missing("device", "ohne Seriennummer", { field: "serial", is: "missing" })],
};

interface Due {
  label: string;
  href: string;
  /** Over an open deadline `d` of these days. */
  where(today: string): RawBuilder<SqlBool>;
}

/** What is due; each figure leads to the view of a list that means the same. */
const due: Due[] = [
  {
    ...{ label: "Domains fällig in 60 Tagen", href: "/domains?view=due" },
    where: (today) => sql`d.kind = 'domainRenewal' and d.due_on <= ${addDays(today, 60)}`,
  },
  {
    ...{ label: "Entscheidung offen", href: "/domains?view=undecided" },
    where: () => sql`d.kind = 'domainRenewal' and exists (
      select 1 from domains where domains.id = d.target_id and domains.renew_decision = 'open')`,
  },
  {
    ...{ label: "Geräte überfällig", href: "/devices?view=overdue" },
    where: (today) => sql`d.kind = 'deviceReturn' and d.due_on < ${today}`,
  },
  {
    ...{ label: "Garantie endet in 90 Tagen", href: "/devices?view=warranty" },
    where: (today) => sql`d.kind = 'warrantyEnd' and d.due_on between ${today} and ${addDays(today, 90)}`,
  },
];

function missing(type: MainType, label: string, filter: Filter): Counted {
  return { label, where: [filter], href: `/${type}s?f[${filter.field}]=${formatFilter(filter)}` };
}

/** How many active records there are, in how many of them something is missing, and how many are due. */
export async function countRecords(ctx: PersonContext): Promise<Counts> {
  const [types, figures] = await Promise.all([
    Promise.all(mainTypes.map((type) => countType(ctx, type))),
    countDue(ctx),
  ]);
  return { types, due: figures };
}

async function countDue({ db, person, now }: PersonContext): Promise<Figure[]> {
  const today = portalDate(now());
  const sums = due.map(
    ({ where }, index) => sql`count(case when ${where(today)} then 1 end) as ${sql.raw(`n${index}`)}`,
  );
  const { rows } = await sql<Record<string, number>>`
    select ${sql.join(sums)} from deadlines as d
    where d.state = 'open' and d.kind in ('domainRenewal', 'deviceReturn', 'warrantyEnd') and ${visibleTo(person)}`.execute(
    db,
  );
  return due.map(({ label, href }, index) => ({ label, href, count: rows[0]?.[`n${index}`] ?? 0 }));
}

async function countType(ctx: PersonContext, type: MainType): Promise<TypeCount> {
  const store = storeOf(type);
  const asked = gaps[type];
  const sums = asked.map(({ where }, index) => {
    const all = sql.join(
      where.map((filter) => conditionOf(store, ctx, filter)),
      sql` and `,
    );
    return sql<number>`coalesce(sum(case when ${all} then 1 end), 0)`.as(`n${index}`);
  });
  const row = await dynamic(ctx.db)
    .selectFrom(`${store.table} as record`)
    .select([sql<number>`count(*)`.as("total"), ...sums])
    .where("record.archivedAt", "is", null)
    .executeTakeFirstOrThrow();
  const figures = asked.map(({ label, href }, index) => ({ label, href, count: row[`n${index}`] ?? 0 }));
  return {
    type,
    total: row.total ?? 0,
    missing: figures.filter(({ count }) => count > 0),
  };
}
