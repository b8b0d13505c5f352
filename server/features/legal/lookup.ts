import { dayMs } from "../../../contract/time/durations.ts";
import { type LegalPageTrait, type LegalRunResult, type LegalTraits, runLegal } from "../../lookups/legal/run.ts";
import { openSiteReader } from "../../lookups/legal/site-reader.ts";
import { type NewChangeEvent, recordChangeEvents } from "../change-events/record.ts";
import type { LookupRule } from "../lookups/kinds.ts";
import { keepRun } from "./keep.ts";
import { lookWith } from "./look-with.ts";

/** What is kept of a run for the next one. */
export interface LegalAnswer {
  /** What was seen last, also where this run saw nothing. */
  traits: LegalTraits | null;
  isUncheckable: boolean;
  hasBrowserFailed: boolean;
}

/** What was seen is kept with the run; the lookup itself keeps only what the next run compares. */
interface RunningAnswer extends LegalAnswer {
  result?: LegalRunResult;
  picture?: string | undefined;
  toJSON?(): LegalAnswer;
}

/** Looks at websites once a week, as a visitor would who agrees to nothing. */
export const legalLookup: LookupRule<RunningAnswer, "website"> = {
  kind: "legal",
  atOnce: 2,
  async ask({ services: { db, log }, tools, allowedNetworks }, { id }, before) {
    const site = await db
      .selectFrom("websites")
      .leftJoin("customers", "customers.id", "websites.customerId")
      .select(["websites.url", "websites.kind", "websites.lifecycle", "customers.name as customerName"])
      .where("websites.id", "=", id)
      .executeTakeFirstOrThrow();
    const reader = openSiteReader({ allowedNetworks, ...(tools.resolveName && { resolveName: tools.resolveName }) });
    const seen = lookWith(tools.browser, { allowedNetworks, log });
    const result = await runLegal(site, reader, seen.look);
    const former = before?.traits ?? null;
    const kept: LegalAnswer = {
      traits: result.state === "judged" ? overlay(former, result.traits) : former,
      isUncheckable: result.state === "uncheckable",
      hasBrowserFailed: seen.hasFailed(),
    };
    return { ...kept, result, picture: await seen.picture(), toJSON: () => kept };
  },
  async keep(tx, { id }, answer, before) {
    if (answer.result)
      await keepRun(tx, id, answer.result, { before: before?.traits ?? null, picture: answer.picture ?? null });
    const changes = before?.traits && answer.traits ? changesBetween(before.traits, answer.traits) : [];
    const target = { type: "website", id } as const;
    await recordChangeEvents(
      tx,
      changes.map((change) => ({ ...change, source: "legal", target })),
    );
    tx.signal({ event: "recordsChanged", payload: { records: { type: "website", ids: [id] } } });
  },
  waitMs: ({ isUncheckable, hasBrowserFailed }) => (isUncheckable || hasBrowserFailed ? dayMs : 7 * dayMs),
};

/** What could not be looked at is as it was. */
function overlay(before: LegalTraits | null, now: LegalTraits): LegalTraits {
  if (!before) return now;
  const known = Object.entries(now).filter(([name, value]) => value !== null || name === "consentTool");
  return { ...before, ...Object.fromEntries(known) };
}

type Change = Pick<NewChangeEvent, "kind" | "part" | "before" | "after">;

/**
 * What became different from one run to the next, as people read it. What technologies tell of each day, the consent tool
 * and whether searches may list the website, is not told again.
 */
function changesBetween(before: LegalTraits, after: LegalTraits): Change[] {
  const changes: Change[] = [];
  if (before.thirdParties && after.thirdParties && before.thirdParties.join() !== after.thirdParties.join())
    changes.push({ kind: "thirdParty", before: before.thirdParties, after: after.thirdParties });
  for (const [name, part] of legalPages) {
    const [was, is] = [before[name], after[name]];
    const hasOtherText = was?.digest && is?.digest && was.digest !== is.digest;
    if (was && is && (was.url !== is.url || hasOtherText))
      changes.push({ kind: "legalPage", part, before: sayPage(was), after: sayPage(is, was) });
  }
  return changes;
}

const legalPages = [
  ["imprint", "Impressum"],
  ["privacy", "Datenschutz"],
  ["accessibility", "Barrierefreiheit"],
] as const;

function sayPage({ url }: LegalPageTrait, before?: LegalPageTrait): string[] | null {
  if (url === null) return null;
  return [before?.url === url ? `${url} (Text geändert)` : url];
}
