import { sql } from "kysely";
import { hourMs, secondMs } from "../../contract/time/durations.ts";
import { deriveLookups } from "../../server/features/lookups/derive.ts";
import { derivePreviews } from "../../server/features/previews/derive.ts";
import type { Services } from "../../server/trpc/context.ts";

/** So many websites are looked at as soon as the demo runs; the others one after the other, so that it stays quick. */
const firstPictures = 16;
const pictureEveryMs = 25 * secondMs;
const firstLegal = 10;
const legalEveryMs = hourMs;

/** Plans when the browser looks at the websites of the sample agency. */
export async function planLooks(services: Services): Promise<void> {
  const { db, now } = services;
  // What is kept of a system was found on its pages, and follows them.
  await sql`update websites set detected = json_object('cms', cms, 'cmsVersion', cms_version, 'phpVersion', php_version)
    where cms is not null and cms_version is not null and php_version is not null`.execute(db);
  await deriveLookups(services, ["technologies", "legal"]);
  await derivePreviews(services);
  const websites = await db
    .selectFrom("websites")
    .select("id")
    .where("lifecycle", "=", "live")
    .orderBy("sortTitle")
    .execute();
  const at = (ms: number) => new Date(now().getTime() + Math.max(0, ms)).toISOString();
  for (const [index, { id }] of websites.entries()) {
    const pictureAt = at((index - firstPictures) * pictureEveryMs);
    await db.updateTable("previews").set({ dueAt: pictureAt }).where("websiteId", "=", id).execute();
    const legalAt = at((index - firstLegal) * legalEveryMs);
    await db
      .updateTable("lookups")
      .set({ dueAt: legalAt })
      .where("kind", "=", "legal")
      .where("targetId", "=", id)
      .execute();
  }
}
