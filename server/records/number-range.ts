import { generalSettings } from "../../contract/settings/general.ts";
import type { Tx } from "../db/transact.ts";
import { dynamic } from "./dynamic.ts";

const ranges = {
  customer: { table: "customers", column: "number" },
  device: { table: "devices", column: "assetTag" },
  feedback: { table: "feedback", column: "number" },
} as const;

/**
 * The next free number of a range, such as `K-00001`, in the form that the settings give it; numbers that people have
 * typed themselves are passed over.
 */
export async function nextNumber(tx: Tx, name: keyof typeof ranges): Promise<string> {
  const { table, column } = ranges[name];
  const { prefix, digits } = await readForm(tx, name);
  const range = await tx.db.selectFrom("numberRanges").select("next").where("name", "=", name).executeTakeFirst();
  let next = range?.next ?? 1;
  const isTaken = async (number: string) =>
    (await dynamic(tx.db).selectFrom(table).select("id").where(column, "=", number).executeTakeFirst()) !== undefined;
  while (await isTaken(format(prefix, next, digits))) next += 1;
  await tx.db
    .insertInto("numberRanges")
    .values({ name, next: next + 1 })
    .onConflict((conflict) => conflict.column("name").doUpdateSet({ next: next + 1 }))
    .execute();
  return format(prefix, next, digits);
}

async function readForm(tx: Tx, name: keyof typeof ranges) {
  const row = await tx.db
    .selectFrom("settings")
    .select("valuesJson")
    .where("section", "=", "general")
    .executeTakeFirst();
  return generalSettings.parse(row ? JSON.parse(row.valuesJson) : {}).numberRanges[name];
}

const format = (prefix: string, number: number, digits: number) => `${prefix}${String(number).padStart(digits, "0")}`;
