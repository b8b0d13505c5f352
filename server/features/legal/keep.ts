import type { LegalFigures } from "../../../contract/legal/legal.ts";
import { portalDate } from "../../../contract/time/today.ts";
import { newId } from "../../db/new-id.ts";
import type { LegalFindingTable } from "../../db/tables/lookups.ts";
import type { Tx } from "../../db/transact.ts";
import type { LegalRunResult, LegalTraits } from "../../lookups/legal/run.ts";
import { writeLegalState } from "./state.ts";

type Judged = Extract<LegalRunResult, { state: "judged" }>;

/** How many runs of a website are kept for its trend: two years. */
const maxRuns = 104;
const noFigures: LegalFigures = {
  weightBytes: null,
  requests: null,
  lcpMs: null,
  cls: null,
  fcpMs: null,
  ttfbMs: null,
  co2Mg: null,
};

/** Writes a run with what it found, and what is no longer found; what could not be checked stays as it was. */
export async function keepRun(
  tx: Tx,
  websiteId: string,
  result: LegalRunResult,
  { before, picture: taken = null }: { before: LegalTraits | null; picture?: string | null },
): Promise<void> {
  const picture = result.state === "judged" ? taken : null;
  const at = tx.now().toISOString();
  if (result.state === "judged") {
    await keepFindings(tx, websiteId, result, at);
    await fillWebsite(tx, websiteId, result.traits, before);
  }
  const counted = await tx.db
    .selectFrom("legalFindings")
    .select((eb) => ["level", eb.fn.countAll<number>().as("count")])
    .where("websiteId", "=", websiteId)
    .where("goneAt", "is", null)
    .where("acceptedAt", "is", null)
    .groupBy("level")
    .execute();
  const count = (level: LegalFindingTable["level"]) => Number(counted.find((row) => row.level === level)?.count ?? 0);
  await forgetOlderProof(tx, websiteId, { result, hasPicture: picture !== null });
  await tx.db
    .insertInto("legalRuns")
    .values({
      id: newId(),
      websiteId,
      at,
      bad: count("bad"),
      warn: count("warn"),
      info: count("info"),
      ...(result.state === "judged"
        ? { uncheckable: null, withoutBrowser: result.withoutBrowser }
        : { uncheckable: result.reason, withoutBrowser: null }),
      figuresJson: JSON.stringify(result.state === "judged" ? result.figures : noFigures),
      rulesJson: JSON.stringify(result.state === "judged" ? result.judgement.rules : {}),
      recordJson: result.state === "judged" ? JSON.stringify(result.record) : null,
      picture,
    })
    .execute();
  await forgetOldRuns(tx, websiteId);
  await writeLegalState(tx, websiteId);
}

/** What was seen is kept of the last run that saw the same: a run that saw less takes no proof away. */
async function forgetOlderProof(
  tx: Tx,
  websiteId: string,
  { result, hasPicture }: { result: LegalRunResult; hasPicture: boolean },
): Promise<void> {
  const runs = tx.db.updateTable("legalRuns").where("websiteId", "=", websiteId);
  if (result.state === "judged") {
    const read = runs.set({ recordJson: null });
    await (result.withoutBrowser === null ? read : read.where("withoutBrowser", "is not", null)).execute();
  }
  if (hasPicture) await runs.set({ picture: null }).execute();
}

const notAccepted = { acceptedAt: null, acceptedById: null, acceptedReason: null };
/** Whoever accepted a hint has not accepted what it became. */
const rankOf = (level: LegalFindingTable["level"]) => ["info", "warn", "bad"].indexOf(level);

async function keepFindings(tx: Tx, websiteId: string, { judgement }: Judged, at: string): Promise<void> {
  const known = await tx.db
    .selectFrom("legalFindings")
    .select(["id", "rule", "part", "level", "pageUrl", "goneAt", "acceptedAt"])
    .where("websiteId", "=", websiteId)
    .execute();
  const keyOf = ({ rule, part }: { rule: string; part: string }) => `${rule} ${part}`;
  const byKey = new Map(known.map((row) => [keyOf(row), row]));
  const seen = new Set<string>();
  for (const { rule, part, level, text, page, evidence } of judgement.findings) {
    const key = keyOf({ rule, part });
    if (seen.has(key)) continue;
    seen.add(key);
    const values = { level, text, pageUrl: page, evidenceJson: JSON.stringify(evidence), lastSeenAt: at, goneAt: null };
    const former = byKey.get(key);
    if (former) {
      const isReopened = former.acceptedAt !== null && rankOf(level) > rankOf(former.level);
      const update = tx.db.updateTable("legalFindings").where("id", "=", former.id);
      await update.set({ ...values, ...(isReopened && notAccepted) }).execute();
      if (isReopened)
        await tx.record({
          kind: "finding.reopened",
          subject: { type: "website", id: websiteId },
          after: { finding: text },
        });
    } else
      await tx.db
        .insertInto("legalFindings")
        .values({
          id: newId(),
          websiteId,
          rule,
          part,
          ...values,
          firstSeenAt: at,
          ...notAccepted,
        })
        .execute();
  }
  for (const row of known) {
    const state = judgement.rules[row.rule]?.state;
    const isUnread = judgement.lookedAt[row.rule]?.includes(row.pageUrl) === false;
    if (row.goneAt !== null || seen.has(keyOf(row)) || state === "unchecked" || isUnread) continue;
    await tx.db.updateTable("legalFindings").set({ goneAt: at }).where("id", "=", row.id).execute();
  }
}

/** Fills what nobody has entered, and moves on what the portal had filled itself. */
async function fillWebsite(tx: Tx, id: string, now: LegalTraits, before: LegalTraits | null): Promise<void> {
  const row = await tx.db
    .selectFrom("websites")
    .select(["imprintUrl", "privacyUrl", "accessibilityUrl", "cookieTool"])
    .where("id", "=", id)
    .executeTakeFirstOrThrow();
  const moved = (value: string | null, was: string | null | undefined, is: string | null | undefined) =>
    is && (value === null || value === was) ? is : value;
  await tx.db
    .updateTable("websites")
    .set({
      imprintUrl: moved(row.imprintUrl, before?.imprint?.url, now.imprint?.url),
      privacyUrl: moved(row.privacyUrl, before?.privacy?.url, now.privacy?.url),
      accessibilityUrl: moved(row.accessibilityUrl, before?.accessibility?.url, now.accessibility?.url),
      cookieTool: moved(row.cookieTool, before?.consentTool, now.consentTool),
      legalCheckedAt: portalDate(tx.now()),
    })
    .where("id", "=", id)
    .execute();
}

/** Runs with proof stay however long nothing could be seen since. */
async function forgetOldRuns(tx: Tx, websiteId: string): Promise<void> {
  const kept = tx.db
    .selectFrom("legalRuns")
    .select("id")
    .where("websiteId", "=", websiteId)
    .orderBy("at", "desc")
    .limit(maxRuns);
  await tx.db
    .deleteFrom("legalRuns")
    .where("websiteId", "=", websiteId)
    .where("id", "not in", kept)
    .where("recordJson", "is", null)
    .where("picture", "is", null)
    .execute();
}
