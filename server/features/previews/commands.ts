import { setImmediate } from "node:timers/promises";
import type { z } from "zod";
import type * as contract from "../../../contract/previews/previews-input.ts";
import { isWorthTrying, offTexts } from "../../browser/browser-problem.ts";
import type { Tx } from "../../db/transact.ts";
import { transact } from "../../db/transact.ts";
import { notFound, Problem } from "../../problem.ts";
import { selectedIds } from "../../records/bulk.ts";
import { isReadable, readableAmong } from "../../records/readable.ts";
import { storeOf } from "../../records/registry.ts";
import type { PersonContext } from "../../trpc/context.ts";

const atOnce = 200;

/** Has a picture taken now; live events tell when it is there, or why it is not. */
export async function takePreview(ctx: PersonContext, { id }: z.infer<typeof contract.takePreview>) {
  refuseWithoutBrowser(ctx);
  if (!(await isReadable(ctx.db, { type: "website", id }, ctx.person))) throw notFound();
  return transact(ctx, async (tx) => {
    if ((await ask(tx, [id], ctx.person.id)) === 0)
      throw new Problem("precondition", { message: "Von archivierten Websites gibt es keine neuen Vorschaubilder." });
    return { id };
  });
}

/** Has pictures of many taken, one after the other; nobody gets a message about each. */
export async function takePreviews(
  ctx: PersonContext,
  { selection }: z.infer<typeof contract.takePreviews>,
): Promise<{ asked: number }> {
  refuseWithoutBrowser(ctx);
  const ids = await selectedIds(storeOf("website"), ctx, selection);
  const readable = await readableAmong(ctx.db, "website", ids, ctx.person);
  const allowed = ids.filter((id) => readable.has(id));
  let asked = 0;
  for (let start = 0; start < allowed.length; start += atOnce, await setImmediate())
    asked += await transact(ctx, (tx) => ask(tx, allowed.slice(start, start + atOnce), undefined));
  return { asked };
}

function refuseWithoutBrowser({ browser, checks }: PersonContext): void {
  const reason = browser.off();
  if (reason && !isWorthTrying(reason))
    throw new Problem("unavailable", { message: `${offTexts[reason].value}. ${offTexts[reason].advice}` });
  if (!checks.isOn) throw new Problem("unavailable", { message: "Dieses Portal überwacht nichts (MONITORING=off)." });
}

/** Makes pictures due; returns of how many websites. What is under way is taken once more after it. */
async function ask(tx: Tx, ids: readonly string[], userId: string | undefined): Promise<number> {
  const at = tx.now().toISOString();
  const websites = await tx.db
    .selectFrom("websites")
    .select(["id", "url"])
    .where("id", "in", ids)
    .where("archivedAt", "is", null)
    .execute();
  for (const { id, url } of websites) {
    const before = await tx.db
      .selectFrom("previews")
      .select("askedByJson")
      .where("websiteId", "=", id)
      .executeTakeFirst();
    const askedBy: string[] = before ? JSON.parse(before.askedByJson) : [];
    const askedByJson = JSON.stringify(userId ? [...new Set([...askedBy, userId])] : askedBy);
    const asked = { dueAt: at, askedAt: at, askedByJson };
    await tx.db
      .insertInto("previews")
      .values({ websiteId: id, url, ...asked })
      .onConflict((conflict) => conflict.column("websiteId").doUpdateSet(asked))
      .execute();
  }
  if (websites.length > 0) {
    const changed = websites.map(({ id }) => id);
    tx.signal({ event: "recordsChanged", payload: { records: { type: "website", ids: changed.slice(0, 100) } } });
    tx.wake("previews");
  }
  return websites.length;
}
