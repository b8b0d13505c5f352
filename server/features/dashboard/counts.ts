import { sql } from "kysely";
import type { Counts, Figure, TypeCount } from "../../../contract/dashboard/dashboard.ts";
import { type Filter, formatFilter } from "../../../contract/records/filters.ts";
import { type MainType, mainTypes } from "../../../contract/records/record-types.ts";
import { conditionOf } from "../../records/conditions/conditions.ts";
import { dynamic } from "../../records/conditions/dynamic.ts";
import { storeOf } from "../../records/registry.ts";
import type { PersonContext } from "../../trpc/context.ts";

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

/** What is due, by views that the lists have anyway, so that a figure and its list cannot disagree. */
const due: Partial<Record<MainType, Counted[]>> = {
  domain: [view("domain", "due", "Domains fällig in 60 Tagen"), view("domain", "undecided", "Entscheidung offen")],
  device: [view("device", "overdue", "Geräte überfällig"), view("device", "warranty", "Garantie endet in 90 Tagen")],
};

function missing(type: MainType, label: string, filter: Filter): Counted {
  return { label, where: [filter], href: `/${type}s?f[${filter.field}]=${formatFilter(filter)}` };
}

function view(type: MainType, key: string, label: string): Counted {
  const found = storeOf(type).declaration.list.views.find((one) => one.key === key);
  if (!found?.where) throw new Error(`${type} has no view ${key} with filters.`);
  return { label, where: found.where, href: `/${type}s?view=${key}` };
}

/** How many active records there are, in how many of them something is missing, and how many are due. */
export async function countRecords(ctx: PersonContext): Promise<Counts> {
  const counted = await Promise.all(mainTypes.map((type) => countType(ctx, type)));
  return { types: counted.map(({ due, ...type }) => type), due: counted.flatMap(({ due }) => due) };
}

async function countType(ctx: PersonContext, type: MainType): Promise<TypeCount & { due: Figure[] }> {
  const store = storeOf(type);
  const dueHere = due[type] ?? [];
  const asked = [...gaps[type], ...dueHere];
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
    missing: figures.slice(0, gaps[type].length).filter(({ count }) => count > 0),
    due: figures.slice(gaps[type].length),
  };
}
