import type { z } from "zod";
import { keptReportDays, type removeReport as removeInput } from "../../../contract/dmarc/dmarc.ts";
import { dayMs } from "../../../contract/time/durations.ts";
import { newId } from "../../db/new-id.ts";
import { type TransactContext, transact } from "../../db/transact.ts";
import { notFound, Problem } from "../../problem.ts";
import type { RecordContext } from "../../records/record-context.ts";
import type { DmarcReport } from "./read-report.ts";

const refused = (sentence: string) =>
  new Problem("invalid", { message: `Bericht: ${sentence}`, fields: { file: [`Bericht: ${sentence}`] } });

/** Keeps a report of a domain once, and forgets those that are too old; without a person the portal itself has fetched it. */
export async function keepReport(
  ctx: TransactContext & Partial<Pick<RecordContext, "person">>,
  domainId: string,
  { sources, domain, ...report }: DmarcReport,
): Promise<{ id: string; messages: number }> {
  const own = await ctx.db
    .selectFrom("domains")
    .select(["nameAce", "archivedAt"])
    .where("id", "=", domainId)
    .executeTakeFirst();
  if (!own) throw notFound();
  if (own.archivedAt) throw refused("Diese Domain liegt im Archiv.");
  if (domain !== own.nameAce && !domain.endsWith(`.${own.nameAce}`))
    throw refused(`Er ist für ${domain}, nicht für ${own.nameAce}.`);
  const oldest = new Date(ctx.now().getTime() - keptReportDays * dayMs).toISOString();
  if (report.endsAt < oldest) throw refused(`Er ist älter als ${keptReportDays} Tage.`);
  const sum = (key: "messages" | "passed") => sources.reduce((total, source) => total + source[key], 0);
  return transact(ctx, async (tx) => {
    const id = newId();
    const { numInsertedOrUpdatedRows } = await tx.db
      .insertInto("dmarcReports")
      .values({
        id,
        domainId,
        ...report,
        messages: sum("messages"),
        passed: sum("passed"),
        uploadedAt: tx.now().toISOString(),
        uploadedById: ctx.person?.id ?? null,
      })
      .onConflict((conflict) => conflict.columns(["domainId", "org", "reportId"]).doNothing())
      .executeTakeFirst();
    if (!numInsertedOrUpdatedRows)
      throw new Problem("conflict", { message: "Bericht: Diesen Bericht gibt es hier schon." });
    for (let start = 0; start < sources.length; start += 200)
      await tx.db
        .insertInto("dmarcSources")
        .values(sources.slice(start, start + 200).map((source) => ({ ...source, dmarcReportId: id })))
        .execute();
    await tx.db.deleteFrom("dmarcReports").where("domainId", "=", domainId).where("endsAt", "<", oldest).execute();
    tx.signal({ event: "recordsChanged", payload: { records: { type: "domain", ids: [domainId] } } });
    return { id, messages: sum("messages") };
  });
}

/** Removes a report, such as a forged one. */
export async function removeReport(ctx: RecordContext, { id, reportId }: z.output<typeof removeInput>) {
  return transact(ctx, async (tx) => {
    const [gone] = await tx.db
      .deleteFrom("dmarcReports")
      .where("id", "=", reportId)
      .where("domainId", "=", id)
      .returning("id")
      .execute();
    if (!gone) throw notFound();
    tx.signal({ event: "recordsChanged", payload: { records: { type: "domain", ids: [id] } } });
    return { id: reportId };
  });
}
