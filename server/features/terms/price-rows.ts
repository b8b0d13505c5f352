import { type RawBuilder, sql } from "kysely";
import type { Input } from "../../../contract/records/fields.ts";
import { type PricedType, pricedTypes, termFieldsOf } from "../../../contract/terms/term-types.ts";
import { portalDate } from "../../../contract/time/today.ts";
import { newId } from "../../db/new-id.ts";
import type { Tx } from "../../db/transact.ts";
import type { RecordStore, Values } from "../../records/store.ts";
import { termOrigin } from "./origin.ts";

export interface PricedTarget {
  type: PricedType;
  id: string;
}

/** Which fields of a type hold what it brings and what it costs; what a contract brings is said by itself without positions. */
export function priceFieldsOf(type: PricedType): { price?: string; cost?: string; start?: string } {
  if (type === "contractItem") return { price: "unitPriceCents", cost: "costCents" };
  if (type === "contract") return { price: "priceCents", start: "startAt" };
  const { price, cost, start } = termFieldsOf(type);
  return { ...(price && { price }), ...(cost && { cost }), ...(start && { start }) };
}

export interface Prices {
  priceCents: number | null;
  costCents: number | null;
}

const cents = (value: Input | undefined) => (typeof value === "number" ? value : null);

/** What a record holds in the fields of its prices. */
export function pricesOf(type: PricedType, values: Values): Prices {
  const { price, cost } = priceFieldsOf(type);
  return { priceCents: price ? cents(values[price]) : null, costCents: cost ? cents(values[cost]) : null };
}

interface Edit {
  values: Values;
  before: Values;
}

/** Keeps a price that somebody has changed as the one from today on, and the one before as that of the time before. */
export async function notePrices(tx: Tx, target: PricedTarget, { values, before }: Edit): Promise<void> {
  const [was, is] = [pricesOf(target.type, before), pricesOf(target.type, values)];
  if (was.priceCents === is.priceCents && was.costCents === is.costCents) return;
  const today = portalDate(tx.now());
  const known = await priceRowOn(tx, target, today);
  if (known && known.priceCents === is.priceCents && known.costCents === is.costCents) return;
  if (!known) await writeFirstPrice(tx, target, before);
  await writePrice(tx, target, { fromOn: today, ...is });
}

/** The prices of before anybody changed them, from the beginning as far as it is known. */
export async function writeFirstPrice(tx: Tx, target: PricedTarget, values: Values): Promise<void> {
  const { start } = priceFieldsOf(target.type);
  const began = start ? values[start] : undefined;
  const fromOn = typeof began === "string" ? began : beginning;
  await writePrice(tx, target, { fromOn, ...pricesOf(target.type, values) }, null);
}

/** Before anything that is known. */
const beginning = "1900-01-01";

/** Writes what something costs and brings from a day on. */
export async function writePrice(
  tx: Tx,
  { type, id }: PricedTarget,
  price: Prices & { fromOn: string },
  reason: string | null = termOrigin(tx).reason ?? null,
): Promise<void> {
  await tx.db
    .insertInto("priceChanges")
    .values({
      id: newId(),
      targetType: type,
      targetId: id,
      ...price,
      reason,
      createdById: tx.actorId ?? null,
      createdAt: tx.now().toISOString(),
    })
    .execute();
}

/** The price that is valid on a day; undefined where none was ever changed. */
export async function priceRowOn(tx: Tx, { type, id }: PricedTarget, day: string) {
  return tx.db
    .selectFrom("priceChanges")
    .selectAll()
    .where("targetType", "=", type)
    .where("targetId", "=", id)
    .where("fromOn", "<=", day)
    .orderBy("fromOn", "desc")
    .orderBy("id", "desc")
    .limit(1)
    .executeTakeFirst();
}

/** The hooks of a store whose records have prices, but no term of their own. */
export function priceHooks(type: PricedType): Pick<RecordStore, "afterUpdate" | "beforeErase"> {
  return {
    afterUpdate: (tx, _ctx, { id, values, before }) => notePrices(tx, { type, id }, { values, before: before.values }),
    async beforeErase(tx, _ctx, { id }) {
      await tx.db.deleteFrom("priceChanges").where("targetType", "=", type).where("targetId", "=", id).execute();
    },
  };
}

/**
 * SQL for a price of a row on a day: the one that was changed last before it, or what the row itself holds. `row` is the
 * name of the row's table in the statement.
 */
export function priceOn(
  type: PricedType,
  kind: "price" | "cost",
  { row, day }: { row: string; day: RawBuilder<unknown> },
): RawBuilder<number | null> {
  const name = priceFieldsOf(type)[kind];
  if (!name || !pricedTypes.includes(type)) return sql`null`;
  const changed = sql`price_changes as p where p.target_type = ${sql.lit(type)} and p.target_id = ${sql.ref(`${row}.id`)}
    and p.from_on <= ${day} order by p.from_on desc, p.id desc limit 1`;
  const column = sql.ref(kind === "price" ? "p.price_cents" : "p.cost_cents");
  // A price that was taken away is none, and not the one of today.
  return sql`case when exists (select 1 from ${changed}) then (select ${column} from ${changed}) else ${sql.ref(`${row}.${name}`)} end`;
}
