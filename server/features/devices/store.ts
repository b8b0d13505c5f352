import { sql } from "kysely";
import { devices as declaration } from "../../../contract/devices/devices.ts";
import { completeWarranty, type Warranty } from "../../../contract/devices/warranty.ts";
import type { BodyOf } from "../../../contract/records/rows.ts";
import { larger } from "../../db/dialect/numbers.ts";
import type { Tx } from "../../db/transact.ts";
import { invalidField, Problem } from "../../problem.ts";
import { nextNumber } from "../../records/conditions/number-range.ts";
import type { RecordStore, Values } from "../../records/store.ts";
import { completeTermOf, termHooks } from "../terms/follow-record.ts";

const holders = { user: "users", customer: "customers", location: "locations", device: "devices" } as const;
const holderName = Object.entries(holders).map(
  ([kind, table]) =>
    sql`(select ${sql.ref(kind === "user" ? "name" : "title")} from ${sql.table(table)} as h where h.id = ${sql.ref(`record.assigned_${kind}_id`)})`,
);

const holderFields = ["assignedUserId", "assignedCustomerId", "assignedLocationId", "assignedDeviceId"] as const;

const warrantyOf = (values: BodyOf<typeof declaration.fields>): Warranty => ({
  purchasedAt: values.purchasedAt ?? null,
  warrantyMonths: values.warrantyMonths ?? null,
  warrantyUntil: values.warrantyUntil ?? null,
});

/** Only a serial number that is taken away, or a new category, can break this: what was fine before stays so. */
async function refuseWithoutSerial(tx: Tx, values: Values, before: Values | undefined): Promise<void> {
  const isAsBefore = values.serial === before?.serial && values.categoryId === before?.categoryId;
  if (values.serial || typeof values.categoryId !== "string" || isAsBefore) return;
  const category = await tx.db
    .selectFrom("deviceCategories")
    .select(["title", "needsSerial"])
    .where("id", "=", values.categoryId)
    .executeTakeFirst();
  if (category?.needsSerial)
    throw invalidField("body.serial", `Seriennummer: Ist bei Kategorie „${category.title}“ nötig.`);
}

const monthOf = (date: unknown) =>
  sql`(cast(substr(${date}, 1, 4) as integer) * 12 + cast(substr(${date}, 6, 2) as integer))`;

export const devices: RecordStore<BodyOf<typeof declaration.fields>> = {
  declaration,
  table: "devices",
  unique: [["assetTag"], declaration.uniqueTogether ?? []],
  derived: {
    assignedTo: () => sql`coalesce(${sql.join(holderName)})`,
    /** Straight line over the useful life, by whole months since the purchase. */
    bookValueCents: (today) =>
      larger(
        sql`0`,
        sql`record.price_cents - record.price_cents * (${monthOf(today)} - ${monthOf(sql.ref("record.purchased_at"))}) / record.useful_life_months`,
      ),
  },
  deadlines: {
    customerId: sql`record.assigned_customer_id`,
    concernedUserId: sql`record.assigned_user_id`,
    // Who has a device is asked for it back.
    asked: { deviceReturn: sql`record.assigned_user_id` },
    amounts: {
      leasingEnd: {
        cents: sql`record.leasing_cost_cents * coalesce(record.leasing_period_months, 12)`,
        direction: "cost",
      },
    },
  },
  async complete(tx, _ctx, values, before) {
    await refuseWithoutSerial(tx, values, before?.values);
    const isHeld = holderFields.some((name) => values[name]);
    if (isHeld && values.status !== "issued")
      throw invalidField("body.status", "Status: Das Gerät ist ausgegeben. Nimm es zuerst zurück.");
    const name = values.name || [values.manufacturer, values.model].filter(Boolean).join(" ") || "Gerät";
    const warranty = completeWarranty(warrantyOf(values), before && warrantyOf(before.values));
    const assetTag = values.assetTag || (await nextNumber(tx, "device"));
    return completeTermOf(tx, "device", { ...values, name, ...warranty, assetTag }, before);
  },
  ...termHooks("device"),
  async beforeArchive(_tx, _ctx, { values }) {
    if (holderFields.some((name) => values[name]))
      throw new Problem("precondition", { message: "Das Gerät ist ausgegeben. Nimm es zuerst zurück." });
  },
};
