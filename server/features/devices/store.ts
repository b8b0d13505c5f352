import { sql } from "kysely";
import { devices as declaration } from "../../../contract/devices.ts";
import { addMonths } from "../../../contract/values/today.ts";
import { invalidField } from "../../problem.ts";
import { nextNumber } from "../../records/number-range.ts";
import type { RecordStore, Values } from "../../records/store.ts";

const holders = { user: "users", customer: "customers", location: "locations", device: "devices" } as const;
const holderName = Object.entries(holders).map(
  ([kind, table]) =>
    sql`(select ${sql.ref(kind === "user" ? "name" : "title")} from ${sql.table(table)} as h where h.id = ${sql.ref(`record.assigned_${kind}_id`)})`,
);

const holderFields = ["assignedUserId", "assignedCustomerId", "assignedLocationId", "assignedDeviceId"];

/** The end of the warranty where only its months are known. */
function withWarranty({ purchasedAt, warrantyMonths, warrantyUntil }: Values): Values {
  if (warrantyUntil || typeof purchasedAt !== "string" || typeof warrantyMonths !== "number") return {};
  return { warrantyUntil: addMonths(purchasedAt, warrantyMonths) };
}

const monthOf = (date: unknown) =>
  sql`(cast(strftime('%Y', ${date}) as integer) * 12 + cast(strftime('%m', ${date}) as integer))`;

export const devices: RecordStore = {
  declaration,
  table: "devices",
  unique: [["assetTag"], ["manufacturer", "serial"]],
  derived: {
    assignedTo: () => sql`coalesce(${sql.join(holderName)})`,
    /** Straight line over the useful life, by whole months since the purchase. */
    bookValueCents: (today) =>
      sql`max(0, record.price_cents - record.price_cents * (${monthOf(today)} - ${monthOf(sql.ref("record.purchased_at"))}) / record.useful_life_months)`,
  },
  async complete(tx, _ctx, values) {
    const isHeld = holderFields.some((name) => values[name]);
    if (isHeld && values.status !== "issued")
      throw invalidField("body.status", "Status: Das Gerät ist ausgegeben. Nimm es zuerst zurück.");
    const name = values.name || [values.manufacturer, values.model].filter(Boolean).join(" ") || "Gerät";
    return { ...values, name, ...withWarranty(values), assetTag: values.assetTag || (await nextNumber(tx, "device")) };
  },
};
