import { sql } from "kysely";
import { type PricedType, pricedTypes } from "../../../contract/terms/term-types.ts";
import { portalDate } from "../../../contract/time/today.ts";
import { systemContext, transact } from "../../db/transact.ts";
import { toColumns } from "../../records/links/memberships.ts";
import { recordChange } from "../../records/record-change.ts";
import { storeOf } from "../../records/registry.ts";
import { readStored } from "../../records/stored.ts";
import { updateRow } from "../../records/write-row.ts";
import type { Services } from "../../trpc/context.ts";
import { type Prices, priceFieldsOf } from "./price-rows.ts";

type PriceServices = Pick<Services, "db" | "now" | "live">;

interface Due extends Prices {
  id: string;
}

/** Gives records the prices that are valid from today, or became so while the portal was off. */
export async function applyDuePrices(services: PriceServices): Promise<void> {
  for (const type of pricedTypes)
    for (const due of await findDue(services, type))
      await transact(systemContext(services), (tx) => apply(tx, type, due));
}

async function findDue({ db, now }: PriceServices, type: PricedType): Promise<Due[]> {
  const { price, cost } = priceFieldsOf(type);
  const today = portalDate(now());
  const differs = [...(price ? [sql`record.${sql.ref(price)} is distinct from p.price_cents`] : [])];
  if (cost) differs.push(sql`record.${sql.ref(cost)} is distinct from p.cost_cents`);
  const { rows } = await sql<Due>`
    select record.id, p.price_cents, p.cost_cents
    from ${sql.table(storeOf(type).table)} as record inner join price_changes as p on p.id = (
      select q.id from price_changes as q where q.target_type = ${type} and q.target_id = record.id and q.from_on <= ${today}
      order by q.from_on desc, q.id desc limit 1)
    where record.archived_at is null and (${sql.join(differs, sql` or `)}) order by record.id`.execute(db);
  return rows;
}

async function apply(tx: Parameters<Parameters<typeof transact>[1]>[0], type: PricedType, due: Due): Promise<void> {
  const store = storeOf(type);
  const before = await readStored(tx.db, store, due.id);
  if (!before) return;
  const { price, cost } = priceFieldsOf(type);
  const values = { ...(price && { [price]: due.priceCents }), ...(cost && { [cost]: due.costCents }) };
  const changed = Object.keys(values).filter((name) => values[name] !== before.values[name]);
  const version = before.version + 1;
  const columns = { ...toColumns(store, values, changed), version, updatedAt: tx.now().toISOString() };
  if (changed.length === 0 || !(await updateRow(tx.db, store, before, columns))) return;
  const pick = (from: Readonly<Record<string, unknown>>) =>
    Object.fromEntries(changed.map((name) => [name, from[name]]));
  const change = { before: pick(before.values), after: pick(values) };
  await recordChange(tx, store, { verb: "updated", id: due.id, version, ...change });
}
