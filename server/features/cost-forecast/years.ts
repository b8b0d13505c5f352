import type { z } from "zod";
import { maxYears, type RecordYear } from "../../../contract/cost-forecast/cost-forecast.ts";
import type { readYears as input } from "../../../contract/cost-forecast/cost-forecast-input.ts";
import { termFieldsOf } from "../../../contract/terms/term-types.ts";
import { portalDate } from "../../../contract/time/today.ts";
import type { Db } from "../../db/connection.ts";
import { notFound } from "../../problem.ts";
import { storeOf } from "../../records/registry.ts";
import { readStored } from "../../records/stored.ts";
import { type PaidContext, readPaymentsOf } from "./payments.ts";

type Target = z.infer<typeof input>;

/** What a record cost and brought each year by the prices of the days, from its beginning to the end of the next year. */
export async function readYears(ctx: PaidContext, target: Target): Promise<RecordYear[]> {
  const thisYear = Number(portalDate(ctx.now()).slice(0, 4));
  const began = await beginningOf(ctx.db, target);
  const firstYear = Math.max(thisYear - maxYears, Number((began ?? `${thisYear}`).slice(0, 4)));
  const first = began?.startsWith(`${firstYear}-`) ? began : `${firstYear}-01-01`;
  const paid = await readPaymentsOf(ctx, target, { first, last: `${thisYear + 1}-12-31` });
  const years = new Map<number, RecordYear>();
  for (const { on, costCents, revenueCents } of paid?.payments ?? []) {
    const year = Number(on.slice(0, 4));
    const sum = years.get(year) ?? { year, costCents: 0, revenueCents: 0 };
    years.set(year, { year, costCents: sum.costCents + costCents, revenueCents: sum.revenueCents + revenueCents });
  }
  return [...years.values()].sort((one, other) => other.year - one.year);
}

/** Since when a record runs: as it says, or since the first period that is known of it. */
async function beginningOf(db: Db, { type, id }: Target): Promise<string | undefined> {
  const stored = await readStored(db, storeOf(type), id);
  if (!stored) throw notFound();
  const { start } = termFieldsOf(type);
  const said = start === undefined ? undefined : stored.values[start];
  if (typeof said === "string") return said;
  const period = await db
    .selectFrom("terms")
    .select("fromOn")
    .where("targetType", "=", type)
    .where("targetId", "=", id)
    .orderBy("fromOn")
    .limit(1)
    .executeTakeFirst();
  return period?.fromOn;
}
