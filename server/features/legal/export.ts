import { legalDisclaimer, legalFindingStates, legalGroups, legalLevels } from "../../../contract/legal/legal.ts";
import { instant, text } from "../../../contract/records/fields.ts";
import { hasAbility } from "../../../contract/roles.ts";
import { forbidden } from "../../problem.ts";
import { toCell } from "../../records/export/cells.ts";
import type { Export } from "../../records/export/open-export.ts";
import type { RecordContext } from "../../records/record-context.ts";
import { listFindings, readAllFindings } from "./queries.ts";

const columns = {
  website: text("Website", 200, { width: 220 }),
  customer: text("Kunde", 200, { width: 200 }),
  group: text("Bereich", 100, { width: 200 }),
  rule: text("Regel", 200, { width: 280 }),
  level: text("Stufe", 40, { width: 100 }),
  text: text("Befund", 1000, { width: 400 }),
  page: text("Seite", 1000, { width: 280 }),
  source: text("Grundlage", 300, { width: 280 }),
  state: text("Stand", 40, { width: 120 }),
  reason: text("Grund", 500, { width: 240 }),
  firstSeenAt: instant("Zuerst gesehen"),
  lastSeenAt: instant("Zuletzt gesehen"),
  note: text("Anmerkung", 100, { width: 220 }),
};

/** What is open and accepted as a file; refuses those who may not export. */
export async function openLegalExport(ctx: RecordContext): Promise<Export> {
  if (!hasAbility(ctx.person.role, "exportRecords")) throw forbidden();
  const counts = [
    await listFindings(ctx, { state: "open", page: 1, limit: 1 }),
    await listFindings(ctx, { state: "accepted", page: 1, limit: 1 }),
  ];
  return {
    name: "Rechtliche Auffälligkeiten",
    columns: Object.entries(columns).map(([name, field]) => ({ name, field })),
    total: counts.reduce((sum, { totalItems }) => sum + totalItems, 0),
    async *pages() {
      for await (const findings of readAllFindings(ctx))
        yield findings.map((finding) => [
          toCell(columns.website, finding.website.label),
          toCell(columns.customer, finding.customer?.label ?? null),
          toCell(columns.group, legalGroups[finding.rule.group].label),
          toCell(columns.rule, finding.rule.title),
          toCell(columns.level, legalLevels[finding.level]),
          toCell(columns.text, finding.text),
          toCell(columns.page, finding.pageUrl),
          toCell(columns.source, finding.rule.source.text),
          toCell(columns.state, legalFindingStates[finding.state]),
          toCell(columns.reason, finding.accepted?.reason ?? null),
          toCell(columns.firstSeenAt, finding.firstSeenAt.toISOString()),
          toCell(columns.lastSeenAt, finding.lastSeenAt.toISOString()),
          toCell(columns.note, legalDisclaimer),
        ]);
    },
  };
}
