import { setImmediate } from "node:timers/promises";
import type { ForecastItem } from "../../../contract/cost-forecast/cost-forecast.ts";
import { type Duration, durationOf, paymentDays } from "../../../contract/cost-forecast/payments.ts";
import { type TermType, termFieldsOf, termTypes } from "../../../contract/terms/term-types.ts";
import { portalDate } from "../../../contract/time/today.ts";
import type { Db } from "../../db/connection.ts";
import { type Prices, pricesOf } from "../terms/price-rows.ts";
import { type PaidRow, paidSource, readPaid } from "./paid-records.ts";
import { openPriceBook, type PriceBook, readItems, sumOfItems } from "./price-book.ts";

/** One record with its payments within a span; without any where nobody knows from when to count. */
export interface Paid {
  row: PaidRow;
  type: TermType;
  isOpen: boolean;
  payments: Pick<ForecastItem, "on" | "costCents" | "revenueCents" | "isOpen">[];
  /** What it comes to in a year, where it has no date. */
  undated: Prices | undefined;
}

export interface PaidContext {
  db: Db;
  now(): Date;
}

interface Span {
  first: string;
  last: string;
}

/** Everything that is paid or invoiced within a span of days, in parts. */
export async function* readPayments(ctx: PaidContext, span: Span): AsyncGenerator<Paid[]> {
  const book = await openPriceBook(ctx.db, span.first);
  for (const type of termTypes) yield* readOfType(ctx, { type, span, book });
}

/** What one record costs and brings within a span, also when it has ended since. */
export async function readPaymentsOf(
  ctx: PaidContext,
  { type, id }: { type: TermType; id: string },
  span: Span,
): Promise<Paid | undefined> {
  const book = await openPriceBook(ctx.db, span.first);
  for await (const [paid] of readOfType(ctx, { type, span, book, only: id })) return paid;
  return undefined;
}

interface Wanted {
  type: TermType;
  span: Span;
  book: PriceBook;
  only?: string;
}

async function* readOfType({ db, now }: PaidContext, { type, span, book, only }: Wanted): AsyncGenerator<Paid[]> {
  const today = portalDate(now());
  for await (const rows of readPaid(db, type, only)) {
    const ids = rows.map(({ id }) => id);
    const items = type === "contract" ? await readItems(db, ids) : undefined;
    const priceOf = (row: PaidRow, day: string): Prices => {
      const own = book.on(type, row.id, day, pricesOf(type, row.values as never));
      const positions = items?.get(row.id);
      return positions ? withItems(book, positions, own, day) : own;
    };
    yield rows.flatMap((row) => paidOf(row, { type, today, span, priceOf, isOne: only !== undefined }) ?? []);
    await setImmediate();
  }
}

/** A contract with positions brings and costs what they come to. */
function withItems(book: PriceBook, positions: Parameters<typeof sumOfItems>[1], own: Prices, day: string): Prices {
  const { priceCents, costCents } = sumOfItems(book, positions, day);
  return { priceCents: priceCents ?? own.priceCents, costCents };
}

interface Beside {
  type: TermType;
  today: string;
  span: Span;
  priceOf(row: PaidRow, day: string): Prices;
  /** What has ended counts until then. */
  isOne: boolean;
}

function paidOf(row: PaidRow, { type, today, span, priceOf, isOne }: Beside): Paid | undefined {
  const fields = termFieldsOf(type);
  const runs = fields.isRunning(row.values);
  if (!runs && !isOne) return undefined;
  const duration = durationOf(fields, row.values, today, row.known);
  const source = paidSource(type);
  const rhythm = source.rhythm(row.values, duration.rule, today);
  const none: Paid = { row, type, isOpen: duration.isOpen, payments: [], undated: undefined };
  if (!rhythm) return { ...none, undated: source.amounts(priceOf(row, today), 12) };
  const start = fields.start === undefined ? null : row.values[fields.start];
  const paid = {
    from: typeof start === "string" ? start : null,
    until: runs ? duration.until : endOf(duration, today),
  };
  const payments = paymentDays(rhythm, span, paid).flatMap((on) => {
    const { priceCents, costCents } = source.amounts(priceOf(row, on), rhythm.everyMonths);
    if (!priceCents && !costCents) return [];
    const isOpen = fallsAway(duration, on);
    return { on, costCents: costCents ?? 0, revenueCents: priceCents ?? 0, isOpen };
  });
  return { ...none, payments };
}

const endOf = ({ until }: Duration, today: string) => (until !== null && until < today ? until : today);

const fallsAway = ({ untilIfCancelled }: Duration, on: string) => untilIfCancelled !== null && on >= untilIfCancelled;
