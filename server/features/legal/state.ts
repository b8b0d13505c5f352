import { type LegalState, legalGroups } from "../../../contract/legal/legal.ts";
import type { RecordedChange, Tx } from "../../db/transact.ts";
import { legalRuleOf, legalRules } from "../../lookups/legal/rules.ts";

const legalIds = legalRules.filter(({ group }) => legalGroups[group].isLegal).map(({ id }) => id);

/** Writes how a website stands from its open findings and its last run. */
export async function writeLegalState(tx: Tx, websiteId: string): Promise<void> {
  const open = await tx.db
    .selectFrom("legalFindings")
    .select(["rule", "level"])
    .where("websiteId", "=", websiteId)
    .where("goneAt", "is", null)
    .where("acceptedAt", "is", null)
    .execute();
  const legal = open.filter(({ rule }) => legalIds.includes(rule));
  const has = (level: string) => legal.some((row) => row.level === level);
  const isWhole = await wasWhole(tx, websiteId);
  const state: LegalState = has("bad") ? "bad" : has("warn") ? "warn" : isWhole ? "ok" : "unchecked";
  await tx.db
    .updateTable("websites")
    .set({ legalState: state, legalFindings: legal.filter(({ level }) => level !== "info").length })
    .where("id", "=", websiteId)
    .execute();
}

/** Whether the last run could check everything that the law asks about. */
async function wasWhole(tx: Tx, websiteId: string): Promise<boolean> {
  const run = await tx.db
    .selectFrom("legalRuns")
    .select(["uncheckable", "rulesJson"])
    .where("websiteId", "=", websiteId)
    .orderBy("at", "desc")
    .limit(1)
    .executeTakeFirst();
  if (!run || run.uncheckable !== null) return false;
  const rules: Record<string, { state: string }> = JSON.parse(run.rulesJson);
  return Object.entries(rules).every(([id, { state }]) => state !== "unchecked" || !isLegal(id));
}

function isLegal(id: string): boolean {
  const rule = legalRuleOf(id);
  return rule !== undefined && legalGroups[rule.group].isLegal;
}

/** Runs and findings of a website go with it when that is deleted for good. */
export async function removeLegalOfDeleted(tx: Tx, changes: readonly RecordedChange[]): Promise<void> {
  for (const { kind, subject } of changes) {
    if (kind !== "website.deleted") continue;
    await tx.db.deleteFrom("legalRuns").where("websiteId", "=", subject.id).execute();
    await tx.db.deleteFrom("legalFindings").where("websiteId", "=", subject.id).execute();
  }
}
