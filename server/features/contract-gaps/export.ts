import { gapKinds } from "../../../contract/contract-gaps/contract-gaps.ts";
import { money, text } from "../../../contract/records/fields.ts";
import { hasAbility } from "../../../contract/roles.ts";
import { forbidden } from "../../problem.ts";
import { toCell } from "../../records/export/cells.ts";
import type { Export } from "../../records/export/open-export.ts";
import type { RecordContext } from "../../records/record-context.ts";
import { estimateGaps, readAllGaps } from "./queries.ts";

const columns = {
  finding: text("Befund", 200, { width: 280 }),
  subject: text("Eintrag", 200, { width: 240 }),
  customer: text("Kunde", 200, { width: 200 }),
  yearlyCents: money("Geschätzt im Jahr"),
  estimate: text("Schätzung", 300, { width: 360 }),
};

/** The open findings as a file; refuses those who may not see prices or export. */
export async function openGapExport(ctx: RecordContext): Promise<Export> {
  if (!hasAbility(ctx.person.role, "exportRecords") || !hasAbility(ctx.person.role, "seePrices")) throw forbidden();
  const { count } = await estimateGaps(ctx);
  return {
    name: "Vertragslücken",
    columns: Object.entries(columns).map(([name, field]) => ({ name, field })),
    total: count,
    async *pages() {
      for await (const gaps of readAllGaps(ctx))
        yield gaps.map(({ kind, subject, customer, yearlyCents }) => [
          toCell(columns.finding, gapKinds[kind].label),
          toCell(columns.subject, subject.label),
          toCell(columns.customer, customer?.label ?? null),
          toCell(columns.yearlyCents, yearlyCents),
          toCell(columns.estimate, gapKinds[kind].estimate),
        ]);
    },
  };
}
