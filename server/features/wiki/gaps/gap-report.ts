import { abilities } from "../../../../contract/roles.ts";
import { addDays, portalTime } from "../../../../contract/time/portal-time.ts";
import type { PageGaps } from "../../../../contract/wiki/page-rows.ts";
import { activeUsers } from "../../../db/active-users.ts";
import { systemContext, type Tx, transact } from "../../../db/transact.ts";
import { notify } from "../../../notifications/notify.ts";
import type { Services } from "../../../trpc/context.ts";
import { readGaps } from "./gaps.ts";

/** Monday, by the portal's clocks. */
const toldFrom = { weekday: 1, time: "08:00" };

/**
 * Tells maintainers on Monday what the wiki lacks, each what they may read of it, and nobody of nothing. A week is told
 * once, whenever and however often this runs.
 */
export async function tellGaps(services: Pick<Services, "db" | "now" | "live" | "fence">): Promise<number> {
  const { db, now } = services;
  const { day, time, weekday } = portalTime(now());
  if (weekday !== toldFrom.weekday || time < toldFrom.time) return 0;
  const week = await db.selectFrom("gapReports").select("week").where("week", "=", day).executeTakeFirst();
  if (week) return 0;
  const people = await activeUsers(db)
    .select(["id", "name", "role"])
    .where("role", "in", [...abilities.seeMaintainerPages])
    .where("joinedAt", "is not", null)
    .execute();
  const found = await Promise.all(
    people.map(async ({ id, name, role }) => {
      const gaps = await readGaps({ db, now, person: { id, name, role: role } });
      return { id, words: describeGaps(gaps) };
    }),
  );
  return transact(systemContext(services), async (tx) => {
    if (!(await begin(tx, day))) return 0;
    const told = found.filter(({ words }) => words.length > 0);
    for (const { id, words } of told)
      await notify(tx, {
        forUserId: id,
        title: "Wissenslücken im Wiki",
        message: `${listOf(words)}. Jede lässt sich mit wenigen Klicks schließen.`,
        category: "wiki",
        link: "/wiki/review",
        groupKey: `page.gaps:${day}`,
      });
    return told.length;
  });
}

/** Whether this run is the one that tells the week. */
async function begin(tx: Tx, day: string): Promise<boolean> {
  const row = await tx.db
    .insertInto("gapReports")
    .values({ week: day, toldAt: tx.now().toISOString() })
    .onConflict((conflict) => conflict.doNothing())
    .returning("week")
    .executeTakeFirst();
  const yearAgo = addDays(day, -365);
  await tx.db.deleteFrom("gapReports").where("week", "<", yearAgo).execute();
  return row !== undefined;
}

const counted = (count: number, one: string, many: string) =>
  count > 0 ? [`${count} ${count === 1 ? one : many}`] : [];

/** „2 Suchen ohne Treffer“ and so on; nothing of what there is none. */
export function describeGaps({ searches, withoutOwner, brokenLinks, deadLinks, overdue }: PageGaps): string[] {
  const targets = brokenLinks.reduce((sum, link) => sum + link.targets, 0);
  return [
    ...counted(searches.length, "Suche ohne Treffer", "Suchen ohne Treffer"),
    ...counted(withoutOwner, "Seite ohne verantwortliche Person", "Seiten ohne verantwortliche Person"),
    ...counted(targets, "Verweis auf eine fehlende Seite", "Verweise auf fehlende Seiten"),
    ...counted(deadLinks.length, "Link ins Leere", "Links ins Leere"),
    ...counted(overdue.total, "überfällige Prüfung", "überfällige Prüfungen"),
  ];
}

function listOf(words: readonly string[]): string {
  const last = words.at(-1) ?? "";
  return words.length > 1 ? `${words.slice(0, -1).join(", ")} und ${last}` : last;
}
