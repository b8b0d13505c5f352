import { sql } from "kysely";
import type { PricedType } from "../../../contract/terms/term-types.ts";
import type { Db } from "../../db/connection.ts";
import { idsIn } from "../../records/conditions/ids-in.ts";
import type { Prices } from "../terms/price-rows.ts";

interface Change extends Prices {
  fromOn: string;
}

/** The prices of some days: of what changes within them by its day, of everything else what it holds. */
export interface PriceBook {
  on(type: PricedType, id: string, day: string, own: Prices): Prices;
}

/** The prices from a day on. */
export async function openPriceBook(db: Db, first: string): Promise<PriceBook> {
  const { rows } = await sql<Change & { targetType: PricedType; targetId: string }>`
    select target_type, target_id, from_on, price_cents, cost_cents from price_changes
    where (target_type, target_id) in (select q.target_type, q.target_id from price_changes as q where q.from_on > ${first})
    order by from_on, id`.execute(db);
  const changes = new Map<string, Change[]>();
  for (const { targetType, targetId, ...change } of rows) {
    const key = `${targetType}:${targetId}`;
    const known = changes.get(key);
    if (known) known.push(change);
    else changes.set(key, [change]);
  }
  return {
    on(type, id, day, own) {
      if (changes.size === 0) return own;
      // What nobody changes holds the same price on each of the days.
      const known = changes.get(`${type}:${id}`);
      return known?.findLast(({ fromOn }) => fromOn <= day) ?? own;
    },
  };
}

interface Item extends Prices {
  id: string;
  quantity: number;
}

/** The positions of some contracts, by contract. */
export async function readItems(db: Db, contractIds: readonly string[]): Promise<Map<string, Item[]>> {
  const { rows } = await sql<Item & { contractId: string }>`
    select id, contract_id, quantity, unit_price_cents as price_cents, cost_cents from contract_items
    where coalesce(archived_at, '') = '' and contract_id in ${idsIn(JSON.stringify(contractIds))}`.execute(db);
  const items = new Map<string, Item[]>();
  for (const { contractId, ...item } of rows) items.set(contractId, [...(items.get(contractId) ?? []), item]);
  return items;
}

/** What positions come to on a day; null for what none of them has. */
export function sumOfItems(book: PriceBook, items: readonly Item[], day: string): Prices {
  const sum: Prices = { priceCents: null, costCents: null };
  for (const { id, quantity, ...own } of items) {
    const { priceCents, costCents } = book.on("contractItem", id, day, own);
    if (priceCents !== null) sum.priceCents = (sum.priceCents ?? 0) + quantity * priceCents;
    if (costCents !== null) sum.costCents = (sum.costCents ?? 0) + quantity * costCents;
  }
  return sum;
}
