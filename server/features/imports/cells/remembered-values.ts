import type { ImportSettings, ValueTable } from "../../../../contract/imports/imports.ts";
import type { RecordType } from "../../../../contract/records/record-types.ts";
import type { PersonContext } from "../../../trpc/context.ts";
import { readSettings } from "../columns/mapping.ts";

const maxImports = 20;

/** What people have said of values in earlier imports of a type, the latest word first; of the mapped fields alone. */
export async function rememberedValues(
  { db }: Pick<PersonContext, "db">,
  type: RecordType,
  columns: ImportSettings["columns"],
): Promise<ImportSettings["values"]> {
  const rows = await db
    .selectFrom("imports")
    .select("settingsJson")
    .where("recordType", "=", type)
    .where("startedAt", "is not", null)
    .orderBy("startedAt", "desc")
    .limit(maxImports)
    .execute();
  const remembered: Record<string, ValueTable> = {};
  for (const { settingsJson } of rows)
    for (const [field, values] of Object.entries(readSettings(settingsJson).values))
      if (columns.includes(field)) remembered[field] = { ...values, ...remembered[field] };
  return remembered;
}
