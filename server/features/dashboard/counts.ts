import { type RawBuilder, sql } from "kysely";
import type { Counts, Figure, TypeCount } from "../../../contract/dashboard/dashboard.ts";
import type { DeadlineKind } from "../../../contract/deadlines/deadlines.ts";
import { openStates } from "../../../contract/incidents/incidents.ts";
import { requireValue } from "../../../contract/narrowing.ts";
import { type Filter, formatFilter } from "../../../contract/records/filters.ts";
import { type MainType, mainTypes } from "../../../contract/records/record-types.ts";
import { addDays, portalDate } from "../../../contract/time/today.ts";
import { conditionOf } from "../../records/conditions/conditions.ts";
import { dynamic } from "../../records/conditions/dynamic.ts";
import { prepareForReader, readableBy } from "../../records/readable.ts";
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

const openFeedback: Filter = { field: "status", is: "noneOf", values: ["done", "rejected", "duplicate"] };

/** What is due; each figure leads to the view of a list that means the same. */
const due: Figure[] = [
  { label: "Domains fällig in 60 Tagen", href: "/domains?view=due", count: 0 },
  { label: "Entscheidung offen", href: "/domains?view=undecided", count: 0 },
  { label: "Geräte überfällig", href: "/devices?view=overdue", count: 0 },
  { label: "Garantie endet in 90 Tagen", href: "/devices?view=warranty", count: 0 },
  { label: "Offene Störungen", href: "/incidents?view=open", count: 0 },
  { label: "Offenes Feedback", href: `/feedback?layout=list&f[status]=${formatFilter(openFeedback)}`, count: 0 },
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

/** Says what the index over open deadlines says of itself, without which it is not taken. */
const isOfOneKind = sql`d.kind not in ('custom')`;

/** What is prepared serves every day, so nothing in it may be derived from one. */
function noDay(): Date {
  throw new Error("A prepared count depends on the day.");
}

const selectDue = prepareForReader((_, reader, today: string, in60Days: string, in90Days: string) => {
  const asking = { person: reader, now: noDay };
  const count = (kind: DeadlineKind, where: RawBuilder<unknown>) =>
    sql`count(case when d.kind = ${kind} and ${where} then 1 end)`;
  return sql<Record<string, number>>`
    select ${count("domainRenewal", sql`d.due_on <= ${in60Days}`)} as n0,
      ${count("deviceReturn", sql`d.due_on < ${today}`)} as n2,
      ${count("warrantyEnd", sql`d.due_on >= ${today}`)} as n3,
      (select count(*) from domains as r where r.renew_decision = 'open' and r.archived_at is null and exists (
        select 1 from deadlines as d where d.kind = 'domainRenewal' and d.target_type = 'domain' and d.target_id = r.id
          and d.state = 'open' and ${isOfOneKind} and ${visibleTo(reader)})) as n1,
      (select count(*) from incidents where state in (${sql.join([...openStates])}) and archived_at is null) as n4,
      (select count(*) from feedback as record where record.archived_at is null
        and ${conditionOf(storeOf("feedback"), asking, openFeedback)} and ${readableBy("feedback", reader) ?? sql`1 = 1`}) as n5
    from deadlines as d
    where d.state = 'open' and d.due_on <= ${in90Days} and d.kind in ('domainRenewal', 'deviceReturn', 'warrantyEnd')
      and ${visibleTo(reader)}`;
});

async function countDue({ db, person, now }: PersonContext): Promise<Figure[]> {
  const today = portalDate(now());
  const [row] = await selectDue(db, person, today, addDays(today, 60), addDays(today, 90));
  return due.map((figure, index) => ({ ...figure, count: row?.[`n${index}`] ?? 0 }));
}

const prepareCounts = (type: MainType) =>
  prepareForReader((db, reader) => {
    const store = storeOf(type);
    const sums = gaps[type].map(({ where }, index) => {
      const asking = { person: reader, now: noDay };
      const all = sql.join(
        where.map((filter) => conditionOf(store, asking, filter)),
        sql` and `,
      );
      return sql<number>`coalesce(sum(case when ${all} then 1 end), 0)`.as(`n${index}`);
    });
    return dynamic(db)
      .selectFrom(`${store.table} as record`)
      .select([sql<number>`count(*)`.as("total"), ...sums])
      .where("record.archivedAt", "is", null);
  });
const selectCounts = new Map(mainTypes.map((type) => [type, prepareCounts(type)]));

async function countType({ db, person }: PersonContext, type: MainType): Promise<TypeCount> {
  const [row] = await requireValue(selectCounts.get(type))(db, person);
  const figures = gaps[type].map(({ label, href }, index) => ({ label, href, count: row?.[`n${index}`] ?? 0 }));
  return {
    type,
    total: row?.total ?? 0,
    missing: figures.filter(({ count }) => count > 0),
  };
}
