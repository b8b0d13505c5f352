import type { Tx } from "../db/transact.ts";
import { dynamic } from "./dynamic.ts";

const ranges = {
  customer: { prefix: "K-", table: "customers", column: "number", digits: 5 },
  device: { prefix: "MT-", table: "devices", column: "assetTag", digits: 5 },
  feedback: { prefix: "F-", table: "feedback", column: "number", digits: 1 },
} as const;

/** The next free number of a range, such as `K-00001`; numbers that people have typed themselves are passed over. */
export async function nextNumber(tx: Tx, name: keyof typeof ranges): Promise<string> {
  const { prefix, table, column, digits } = ranges[name];
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

const format = (prefix: string, number: number, digits: number) => `${prefix}${String(number).padStart(digits, "0")}`;
