import { declarationOf } from "../../../contract/records/declarations.ts";
import { date, flag, money, text } from "../../../contract/records/fields.ts";
import { hasAbility } from "../../../contract/roles.ts";
import { forbidden } from "../../problem.ts";
import { toCell } from "../../records/export/cells.ts";
import type { Export } from "../../records/export/open-export.ts";
import type { RecordContext } from "../../records/record-context.ts";
import { readPayments } from "./payments.ts";
import { forecastSpan, itemsOf } from "./queries.ts";

const columns = {
  on: date("Tag"),
  type: text("Art", 40, { width: 120 }),
  record: text("Eintrag", 200, { width: 240 }),
  customer: text("Kunde", 200, { width: 200 }),
  provider: text("Anbieter", 200, { width: 160 }),
  costCents: money("Ausgabe"),
  revenueCents: money("Rechnung"),
  isOpen: flag("Entfällt, wenn Offenes gekündigt wird", { width: 280 }),
};

/** Every payment and invoice of the forecast as a file; refuses those who may not see prices or export. */
export async function openForecastExport(ctx: RecordContext): Promise<Export> {
  if (!hasAbility(ctx.person.role, "exportRecords") || !hasAbility(ctx.person.role, "seePrices")) throw forbidden();
  const { first, last } = forecastSpan(ctx);
  let total = 0;
  for await (const part of readPayments(ctx, { first, last })) total += itemsOf(part).length;
  return {
    name: "Kostenvorschau",
    columns: Object.entries(columns).map(([name, field]) => ({ name, field })),
    total,
    async *pages() {
      for await (const part of readPayments(ctx, { first, last }))
        yield itemsOf(part).map(({ on, record, customer, provider, costCents, revenueCents, isOpen }) => [
          toCell(columns.on, on),
          toCell(columns.type, declarationOf(record.type).labels.one),
          toCell(columns.record, record.label),
          toCell(columns.customer, customer?.label ?? null),
          toCell(columns.provider, provider),
          toCell(columns.costCents, costCents || null),
          toCell(columns.revenueCents, revenueCents || null),
          toCell(columns.isOpen, isOpen),
        ]);
    },
  };
}
