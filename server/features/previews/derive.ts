import { setImmediate } from "node:timers/promises";
import { sql } from "kysely";
import { idsIn } from "../../records/conditions/ids-in.ts";
import type { Services } from "../../trpc/context.ts";
import { isReservedName } from "../checks/reserved-names.ts";
import { readPreviewSettings } from "./settings.ts";

type Needed = Pick<Services, "db" | "now">;

/** Comparing so many takes some milliseconds; then everybody else has a turn. */
const comparedAtOnce = 200;

/** Adds new websites and makes those due whose address has changed; says whether there were any. */
export async function derivePreviews(services: Needed, isStopped: () => boolean = () => false): Promise<boolean> {
  let isDue = false;
  if (!(await readPreviewSettings(services.db)).isOn) return isDue;
  for (let last = ""; !isStopped(); await setImmediate()) {
    const rows = await services.db
      .selectFrom("websites")
      .select("id")
      .where("id", ">", last)
      .orderBy("id")
      .limit(comparedAtOnce)
      .execute();
    const ids = rows.map(({ id }) => id);
    if (await compare(services, ids)) isDue = true;
    last = rows.at(-1)?.id ?? "";
    if (rows.length < comparedAtOnce) break;
  }
  return isDue;
}

/** The same for websites of these ids alone. */
export async function derivePreviewsOf(
  services: Needed,
  ids: Iterable<string>,
  isStopped: () => boolean,
): Promise<boolean> {
  let isDue = false;
  const all = [...ids];
  for (let start = 0; start < all.length && !isStopped(); start += comparedAtOnce, await setImmediate())
    if (await compare(services, all.slice(start, start + comparedAtOnce))) isDue = true;
  return isDue;
}

async function compare({ db, now }: Needed, ids: readonly string[]): Promise<boolean> {
  const { rows } = await sql<{ id: string; url: string }>`
    select w.id, w.url from websites as w left join previews as p on p.website_id = w.id
    where w.id in ${idsIn(JSON.stringify(ids))} and w.archived_at is null and w.lifecycle = 'live'
      and (p.website_id is null or p.url != w.url)`.execute(db);
  const dueAt = now().toISOString();
  const taken = rows.filter(({ url }) => URL.canParse(url) && !isReservedName(new URL(url).hostname));
  for (const { id, url } of taken)
    await db
      .insertInto("previews")
      .values({ websiteId: id, url, dueAt })
      // Another website is not compared with the look of the former one.
      .onConflict((conflict) => conflict.column("websiteId").doUpdateSet({ url, dueAt, failures: 0, look: null }))
      .execute();
  return taken.length > 0;
}
