import type { MissingNames } from "../../../../contract/imports/imports.ts";
import { loadRows } from "../import-rows.ts";
import type { ImportWork } from "../runs.ts";
import { countUnknown, weighEffects } from "./dry-run-findings.ts";
import { nameKey } from "./record-index.ts";
import { runRows } from "./run-rows.ts";

const sampleCount = 8;

/** The dry run: every row is written as in earnest and taken back, so that it promises what the run will do. */
export async function checkRows(work: ImportWork): Promise<void> {
  const { ctx, row } = work;
  if (row.isLoaded === 0) await loadRows(work);
  const names = new Map<string, Map<string, string>>();
  const effects = weighEffects(work.row.recordType);
  const unknown = countUnknown();
  await runRows(work, {
    isDry: true,
    onOutcome(outcome) {
      const { made } = outcome;
      effects.add(outcome);
      unknown.add(outcome);
      for (const { field, name } of made) {
        const known = names.get(field) ?? new Map<string, string>();
        names.set(field, known.set(nameKey(name), name));
      }
    },
  });
  const missing: MissingNames[] = [...names].map(([field, known]) => ({
    field,
    count: known.size,
    samples: [...known.values()].slice(0, sampleCount),
  }));
  await ctx.db
    .updateTable("imports")
    .set({
      state: "checked",
      missingJson: JSON.stringify(missing),
      effectsJson: JSON.stringify(effects.found()),
      unknownJson: JSON.stringify(unknown.found()),
    })
    .where("id", "=", row.id)
    .where("state", "=", "checking")
    .execute();
}
