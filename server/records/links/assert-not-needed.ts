import { declarationOf } from "../../../contract/records/declarations.ts";
import { type RecordKey, recordTypes } from "../../../contract/records/record-types.ts";
import type { Db } from "../../db/connection.ts";
import { Problem } from "../../problem.ts";
import { dynamic } from "../conditions/dynamic.ts";
import { tableOf } from "../tables.ts";

/** The refusal to delete a record, with how many others cannot be without it; archived ones count, too. */
export async function stillNeeded(db: Db, { type, id }: RecordKey): Promise<Problem> {
  const users: string[] = [];
  for (const other of recordTypes) {
    const { fields, labels } = declarationOf(other);
    for (const [name, field] of Object.entries(fields)) {
      if (field.kind !== "relation" || field.to !== type || !field.required) continue;
      const { count } = await dynamic(db)
        .selectFrom(tableOf(other))
        .select((eb) => eb.fn.countAll<number>().as("count"))
        .where(name, "=", id)
        .executeTakeFirstOrThrow();
      if (Number(count) > 0) users.push(`${count} ${Number(count) === 1 ? labels.one : labels.many}`);
    }
  }
  const message = `Dieser Eintrag wird noch gebraucht: ${users.join(", ")}. Ordne sie zuerst anders zu.`;
  return new Problem("precondition", { message });
}
