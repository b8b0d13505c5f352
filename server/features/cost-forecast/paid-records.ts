import { type RawBuilder, sql } from "kysely";
import type { Rhythm } from "../../../contract/cost-forecast/payments.ts";
import type { KnownPeriod } from "../../../contract/terms/record-term.ts";
import { stepMonths, type TermRule } from "../../../contract/terms/term.ts";
import { type TermType, termFieldsOf } from "../../../contract/terms/term-types.ts";
import { addDays } from "../../../contract/time/today.ts";
import type { Db } from "../../db/connection.ts";
import type { Prices } from "../terms/price-rows.ts";

/** A record that costs or brings something, as its columns are. */
export interface PaidRow {
  id: string;
  title: string;
  customerId: string | null;
  customer: string | null;
  providerId: string | null;
  provider: string | null;
  known: KnownPeriod | undefined;
  /** Its fields by their names. */
  values: Readonly<Record<string, unknown>>;
}

interface Source {
  customerId: RawBuilder<unknown>;
  /** Who is paid: an id, a name, and how they are found. */
  provider: { id: RawBuilder<unknown>; name: RawBuilder<unknown>; join: RawBuilder<unknown> };
  /** Columns beside those of the term. */
  columns: readonly string[];
  /** What has a price at all, today or on another day. */
  isPaid: RawBuilder<unknown>;
  /** When it is paid; undefined where nobody entered a date to count from. */
  rhythm(values: PaidRow["values"], rule: TermRule | undefined, today: string): Rhythm | undefined;
  /** What is paid each time, by prices of that day. */
  amounts(prices: Prices, months: number): Prices;
}

const price = (cents: number | null, times: number) => (cents === null ? null : Math.round(cents * times));
const changesPrice = (type: TermType) =>
  sql`exists (select 1 from price_changes as p where p.target_type = ${sql.lit(type)} and p.target_id = record.id)`;
const dayIn = (value: unknown) => (typeof value === "string" ? value : undefined);
const none = { id: sql`null`, name: sql`null`, join: sql`` };
const cycles: Readonly<Record<string, number>> = { monthly: 1, quarterly: 3, halfYearly: 6, yearly: 12, once: 0 };

/** From where a term counts its periods, in payments of so many months. */
function inTerm({ anchorOn, firstMonths, boundary }: TermRule, everyMonths: number): Rhythm {
  return { anchorOn: boundary === "lastDay" ? addDays(anchorOn, 1) : anchorOn, firstMonths, everyMonths };
}

const firstOfMonth = (today: string) => `${today.slice(0, "YYYY-MM".length)}-01`;

const sources: Readonly<Record<TermType, Source>> = {
  domain: {
    customerId: sql`record.customer_id`,
    provider: {
      id: sql`registrar.id`,
      name: sql`registrar.title`,
      join: sql`left join registrar_accounts as account on account.id = record.registrar_account_id
        left join registrars as registrar on registrar.id = account.registrar_id`,
    },
    columns: ["priceCents", "costCents"],
    isPaid: sql`(record.cost_cents is not null or record.price_cents is not null or ${changesPrice("domain")})`,
    rhythm: (_values, rule) => rule && inTerm(rule, stepMonths(rule)),
    amounts: ({ priceCents, costCents }, months) => ({
      priceCents: price(priceCents, months / 12),
      costCents: price(costCents, months / 12),
    }),
  },
  host: {
    customerId: sql`record.customer_id`,
    provider: {
      id: sql`provider.id`,
      name: sql`provider.title`,
      join: sql`left join providers as provider on provider.id = record.provider_id`,
    },
    columns: ["costCents", "billing"],
    isPaid: sql`(record.cost_cents is not null or ${changesPrice("host")})`,
    rhythm({ billing, startAt }, rule, today) {
      const everyMonths = billing === "yearly" ? 12 : 1;
      if (rule) return inTerm(rule, everyMonths);
      const anchorOn = dayIn(startAt) ?? (everyMonths === 1 ? firstOfMonth(today) : undefined);
      return anchorOn === undefined ? undefined : { anchorOn, firstMonths: 0, everyMonths };
    },
    // What is billed by the month has the price of a month, what is billed by the year that of a year.
    amounts: ({ costCents }) => ({ priceCents: null, costCents }),
  },
  contract: {
    customerId: sql`record.customer_id`,
    provider: none,
    columns: ["priceCents", "cycle"],
    isPaid: sql`(record.price_cents is not null or ${changesPrice("contract")} or exists (
      select 1 from contract_items as i where i.contract_id = record.id and i.archived_at is null))`,
    rhythm({ cycle, startAt }) {
      const everyMonths = cycles[String(cycle)];
      const anchorOn = dayIn(startAt);
      return anchorOn === undefined || everyMonths === undefined
        ? undefined
        : { anchorOn, firstMonths: 0, everyMonths };
    },
    amounts: (prices) => prices,
  },
  device: {
    customerId: sql`record.assigned_customer_id`,
    provider: { id: sql`nullif(record.supplier, '')`, name: sql`nullif(record.supplier, '')`, join: sql`` },
    columns: ["leasingCostCents"],
    isPaid: sql`(record.leasing_cost_cents is not null or ${changesPrice("device")})`,
    rhythm: (_values, rule, today) =>
      rule ? inTerm(rule, 1) : { anchorOn: firstOfMonth(today), firstMonths: 0, everyMonths: 1 },
    amounts: ({ costCents }) => ({ priceCents: null, costCents }),
  },
};

/** When and how much is paid for the records of a type. */
export const paidSource = (type: TermType): Pick<Source, "rhythm" | "amounts"> => sources[type];

type Columns = Record<string, unknown> &
  Omit<PaidRow, "known" | "values"> & { anchorOn: string | null; anchorMonths: number; toOn: string };

/** Everybody else waits while a part is read. */
const rowsAtOnce = 500;

/** The records of a type that cost or bring something, in parts, in the order of their ids; or one of them, archived or not. */
export async function* readPaid(db: Db, type: TermType, only?: string): AsyncGenerator<PaidRow[]> {
  const { customerId, provider, columns, isPaid } = sources[type];
  const fields = termFieldsOf(type);
  const ofTerm = [
    fields.start,
    fields.end,
    fields.minTerm,
    fields.period,
    fields.noticeDays,
    fields.noticeMonths,
    fields.noticeTo,
    fields.autoRenew,
    fields.decision,
    fields.cancelBy,
    fields.endsOn,
    fields.status?.name,
  ].filter((name) => name !== undefined);
  const names = [...new Set([...ofTerm, ...columns])];
  // An index over what is not archived would sort all of it for each part; coalesce keeps to the order of the ids.
  const next = (after: string) => sql`record.id > ${after} and coalesce(record.archived_at, '') = ''`;
  for (let after = ""; ; ) {
    const { rows } = await sql<Columns>`
      select record.id, record.title, ${customerId} as customer_id, customer.title as customer,
        ${provider.id} as provider_id, ${provider.name} as provider,
        term.anchor_on, term.anchor_months, term.to_on,
        ${sql.join(names.map((name, at) => sql`${sql.ref(`record.${name}`)} as ${sql.raw(`f${at}`)}`))}
      from ${sql.table(`${type}s`)} as record ${provider.join}
        left join customers as customer on customer.id = ${customerId}
        left join terms as term on term.id = (select t.id from terms as t
          where t.target_type = ${type} and t.target_id = record.id order by t.id desc limit 1)
      where ${only === undefined ? next(after) : sql`record.id = ${only}`}
        and ${isPaid}
      order by record.id limit ${rowsAtOnce}`.execute(db);
    if (rows.length > 0) yield rows.map((row) => toPaid(row, names, fields.autoRenew));
    const last = rows.at(-1);
    if (rows.length < rowsAtOnce || !last) return;
    after = last.id;
  }
}

function toPaid(row: Columns, names: readonly string[], flag: string): PaidRow {
  const { id, title, customerId, customer, providerId, provider, anchorOn, anchorMonths, toOn } = row;
  const values: Record<string, unknown> = {};
  for (const [at, name] of names.entries()) values[name] = name === flag ? row[`f${at}`] === 1 : row[`f${at}`];
  const known = anchorOn === null ? undefined : { anchorOn, anchorMonths, toOn };
  return { id, title, customerId, customer, providerId, provider, known, values };
}
