import { setImmediate } from "node:timers/promises";
import {
  type LegalFinding,
  legalDisclaimer,
  legalFindingStates,
  legalGroups,
  legalLevels,
} from "../../../contract/legal/legal.ts";
import { instant, text } from "../../../contract/records/fields.ts";
import { readListState, toScope } from "../../../contract/records/list-state.ts";
import { hasAbility } from "../../../contract/roles.ts";
import { forbidden } from "../../problem.ts";
import { type Cell, toCell } from "../../records/export/cells.ts";
import type { Export } from "../../records/export/open-export.ts";
import { idsInScope } from "../../records/queries.ts";
import type { RecordContext } from "../../records/record-context.ts";
import { recordStores } from "../../records/registry.ts";
import { listForExport, readFindingsById } from "./queries.ts";

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

const rowsPerPage = 500;

/**
 * What is open and accepted at the websites of a list as a file; the query string is the list's own. Refuses those who
 * may not export. Which findings it holds is settled here: what runs write meanwhile moves none out of the file and none
 * into it twice.
 */
export async function openLegalExport(
  ctx: RecordContext,
  query: URLSearchParams = new URLSearchParams(),
): Promise<Export> {
  if (!hasAbility(ctx.person.role, "exportRecords")) throw forbidden();
  const { website } = recordStores();
  const scope = { ...toScope(readListState(query, website.declaration)) };
  const ids = await listForExport(ctx, await idsInScope(website, ctx, scope));
  return {
    name: "Rechtliche Auffälligkeiten",
    columns: Object.entries(columns).map(([name, field]) => ({ name, field })),
    total: ids.length,
    async *pages() {
      for (let start = 0; start < ids.length; start += rowsPerPage) {
        const findings = await readFindingsById(ctx, ids.slice(start, start + rowsPerPage));
        yield findings.map(toCells);
        await setImmediate();
      }
    },
  };
}

const toCells = (finding: LegalFinding): Cell[] => [
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
];
