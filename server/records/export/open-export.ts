import { setImmediate } from "node:timers/promises";
import { sql } from "kysely";
import type { Sort } from "../../../contract/records/declaration.ts";
import type { Field } from "../../../contract/records/fields.ts";
import type { RecordScope } from "../../../contract/records/list-input.ts";
import { hasAbility } from "../../../contract/roles.ts";
import { forbidden } from "../../problem.ts";
import { dynamic } from "../conditions/dynamic.ts";
import { idsIn } from "../conditions/ids-in.ts";
import { orderingOf } from "../conditions/ordering.ts";
import { maySeeField } from "../field-access.ts";
import { idsInScope } from "../queries.ts";
import type { RecordContext } from "../record-context.ts";
import { readRows } from "../rows.ts";
import { fieldOf, type RecordStore } from "../store.ts";
import { type Cell, toCell } from "./cells.ts";

const rowsPerPage = 500;

export interface ExportInput {
  scope: RecordScope;
  orderBy: readonly Sort[];
  /** Fields in the order of the file. */
  columns: readonly string[];
  /** Only these, whatever the scope finds. */
  ids?: readonly string[] | undefined;
}

export interface Export {
  name: string;
  columns: readonly { name: string; field: Field }[];
  total: number;
  /** Pages of rows of cells; ends early when the consumer returns. */
  pages(): AsyncGenerator<Cell[][]>;
}

/**
 * Opens an export, or refuses it. Which records it holds, and in which order, is settled here: what others write while
 * the pages are read moves no record out of the file and none into it twice. What is deleted meanwhile is left out.
 */
export async function openExport(
  store: RecordStore,
  ctx: RecordContext,
  { scope, orderBy, columns: names, ids: selected }: ExportInput,
): Promise<Export> {
  if (!hasAbility(ctx.person.role, "exportRecords")) throw forbidden();
  const ids = selected
    ? await orderedSelection(store, ctx, selected, orderBy)
    : await idsInScope(store, ctx, scope, orderBy);
  const columns = names.flatMap((name) => {
    const field = fieldOf(store, name);
    return field && field.kind !== "machine" && maySeeField(ctx.person, field) ? [{ name, field }] : [];
  });
  const shown = columns.map(({ name }) => name);
  return {
    name: store.declaration.labels.many,
    columns,
    total: ids.length,
    async *pages() {
      for (let start = 0; start < ids.length; start += rowsPerPage) {
        const rows = await readRows(ctx.db, store, ctx, ids.slice(start, start + rowsPerPage), shown);
        yield rows.map(({ values }) => columns.map(({ name, field }) => toCell(field, values[name])));
        await setImmediate();
      }
    },
  };
}

async function orderedSelection(
  store: RecordStore,
  ctx: RecordContext,
  ids: readonly string[],
  orderBy: readonly Sort[],
): Promise<string[]> {
  const ordering = orderingOf(store, ctx, orderBy);
  const rows = await dynamic(ctx.db)
    .selectFrom(`${store.table} as record`)
    .select("record.id")
    .where("record.id", "in", idsIn(JSON.stringify(ids)))
    .orderBy(sql.join(ordering))
    .execute();
  return rows.map(({ id }) => id);
}
