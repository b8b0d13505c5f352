import type { z } from "zod";
import type { BulkResult } from "../../../contract/records/bulk.ts";
import type { RecordBody } from "../../../contract/records/rows.ts";
import { hasAbility } from "../../../contract/roles.ts";
import type * as contract from "../../../contract/terms/term-input.ts";
import { portalDate } from "../../../contract/time/today.ts";
import { type Tx, transact } from "../../db/transact.ts";
import { forbidden, invalidField, notFound, Problem } from "../../problem.ts";
import { writeSelected } from "../../records/bulk.ts";
import { updateRecordIn, type Written } from "../../records/commands.ts";
import { changedMeanwhile } from "../../records/conflicts.ts";
import type { BulkContext } from "../../records/for-each-record.ts";
import type { RecordContext } from "../../records/record-context.ts";
import { storeOf } from "../../records/registry.ts";
import { readStored } from "../../records/stored.ts";
import { refuseUnversioned, withChangeSet } from "./commands.ts";
import { setTermOrigin } from "./origin.ts";
import { type PricedTarget, priceFieldsOf, priceRowOn, pricesOf, writeFirstPrice, writePrice } from "./price-rows.ts";

type Change = Pick<z.infer<typeof contract.changePrice>, "fromOn" | "priceCents" | "costCents" | "reason">;

/**
 * „Preis ab …“: what something brings and costs from a day on. From today or before, the record shows it at once;
 * otherwise the roll-over gives it the price on its day.
 */
export async function changePrice(ctx: RecordContext, input: z.infer<typeof contract.changePrice>): Promise<Written> {
  const { type, id, version } = input;
  refuseWithoutPrices(ctx, input);
  refuseUnversioned(ctx, version);
  return transact(ctx, async (tx) => {
    const body = await plan(tx, ctx, { type, id }, { ...input, version });
    return updateRecordIn(tx, storeOf(type), ctx, { params: { id }, body, version });
  });
}

/** The same price for many. */
export async function changePrices(
  ctx: BulkContext,
  { type, selection, changeSet, ...change }: z.infer<typeof contract.changePrices>,
): Promise<BulkResult> {
  refuseWithoutPrices(ctx, change);
  return writeSelected(storeOf(type), withChangeSet(ctx, changeSet), selection, (tx, id) =>
    plan(tx, ctx, { type, id }, change),
  );
}

function refuseWithoutPrices({ person }: RecordContext, { priceCents, costCents }: Change): void {
  if (!hasAbility(person.role, "seePrices")) throw forbidden();
  if (priceCents === undefined && costCents === undefined)
    throw invalidField("priceCents", "Preis: Bitte einen Betrag angeben.");
}

/** Writes the price by its day, and gives what the record itself has to say from now on. */
async function plan(
  tx: Tx,
  ctx: RecordContext,
  target: PricedTarget,
  { fromOn, priceCents, costCents, reason, version }: Change & { version?: number | undefined },
): Promise<RecordBody> {
  const store = storeOf(target.type);
  const stored = await readStored(tx.db, store, target.id);
  if (!stored) throw notFound();
  if (stored.archivedAt) throw new Problem("precondition", { message: "Dieser Eintrag ist archiviert." });
  if (version !== undefined && version !== stored.version)
    throw await changedMeanwhile(tx, store, ctx, stored, version);
  const { price, cost } = priceFieldsOf(target.type);
  if (priceCents !== undefined && !price) throw invalidField("priceCents", "Verkauf: Den Preis gibt es hier nicht.");
  if (costCents !== undefined && !cost) throw invalidField("costCents", "Einkauf: Den Preis gibt es hier nicht.");
  await refuseWithPositions(tx, target);
  setTermOrigin(tx, { reason });
  const today = portalDate(tx.now());
  if (!(await priceRowOn(tx, target, today))) await writeFirstPrice(tx, target, stored.values);
  const before = (await priceRowOn(tx, target, fromOn)) ?? pricesOf(target.type, stored.values);
  const next = {
    priceCents: priceCents === undefined ? before.priceCents : priceCents,
    costCents: costCents === undefined ? before.costCents : costCents,
  };
  await writePrice(tx, target, { fromOn, ...next });
  const now = await priceRowOn(tx, target, today);
  if (!now) return {};
  return { ...(price && { [price]: now.priceCents }), ...(cost && { [cost]: now.costCents }) };
}

/** A contract with positions brings their sum. */
async function refuseWithPositions(tx: Tx, { type, id }: PricedTarget): Promise<void> {
  if (type !== "contract") return;
  const item = await tx.db
    .selectFrom("contractItems")
    .select("id")
    .where("contractId", "=", id)
    .where("archivedAt", "is", null)
    .executeTakeFirst();
  if (item)
    throw new Problem("precondition", {
      message: "Hier zählt die Summe der Positionen. Ändere den Preis einer Position.",
    });
}
