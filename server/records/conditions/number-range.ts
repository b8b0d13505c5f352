import { generalSettings } from "../../../contract/settings/general.ts";
import type { Db } from "../../db/connection.ts";
import type { Tx } from "../../db/transact.ts";
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

/** How far each range has counted: the figure that its next number begins to look from. */
export async function readNextFigures(db: Db): Promise<Record<keyof typeof ranges, number>> {
  const rows = await db.selectFrom("numberRanges").select(["name", "next"]).execute();
  const next = new Map(rows.map((row) => [row.name, row.next]));
  return { customer: next.get("customer") ?? 1, device: next.get("device") ?? 1, feedback: next.get("feedback") ?? 1 };
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
