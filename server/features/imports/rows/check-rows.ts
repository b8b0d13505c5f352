import { transact } from "../../../db/transact.ts";
import { loadRows } from "../import-rows.ts";
import type { ImportWork } from "../runs.ts";
import { DryRunFindings } from "./dry-run-findings.ts";
import { runRows } from "./run-rows.ts";

/**
 * The dry run: every row is written as in earnest and taken back, so that it promises what the run will do. What it has
 * found is stored with its progress; after a restart it goes on with the next row.
 */
export async function checkRows(work: ImportWork): Promise<void> {
  const { ctx, row } = work;
  if (row.isLoaded === 0) await loadRows(work);
  if (row.position === 0) await ctx.db.deleteFrom("importFindings").where("importId", "=", row.id).execute();
  const findings = new DryRunFindings(row);
  await runRows(work, { findings });
  const [missing, unknown] = [await findings.missing(ctx.db), await findings.unknown(ctx.db)];
  await transact(ctx, async (tx) => {
    await tx.db
      .updateTable("imports")
      .set({
        state: "checked",
        missingJson: JSON.stringify(missing),
        effectsJson: JSON.stringify(findings.effects()),
        unknownJson: JSON.stringify(unknown),
      })
      .where("id", "=", row.id)
      .where("state", "=", "checking")
      .execute();
    await tx.db.deleteFrom("importFindings").where("importId", "=", row.id).execute();
  });
}
