import type { StatusPage } from "../../../contract/status-pages/status-pages.ts";
import type { Db } from "../../db/connection.ts";
import { toDate } from "../../db/to-date.ts";
import { notFound } from "../../problem.ts";
import type { PersonContext } from "../../trpc/context.ts";

/** The status pages of a customer, or the walls, the newest first. */
export async function listStatusPages(
  { db }: Pick<PersonContext, "db">,
  { customerId }: { customerId?: string | undefined },
): Promise<StatusPage[]> {
  const rows = await selectPages(db)
    .where((eb) => (customerId ? eb("p.customerId", "=", customerId) : eb("p.kind", "=", "wall")))
    .orderBy("p.createdAt", "desc")
    .orderBy("p.id", "desc")
    .execute();
  return withWebsites(db, rows);
}

/** One of them; refuses what is not there. */
export async function getStatusPage(db: Db, id: string): Promise<StatusPage> {
  const [page] = await withWebsites(db, await selectPages(db).where("p.id", "=", id).execute());
  if (!page) throw notFound();
  return page;
}

function selectPages(db: Db) {
  return db
    .selectFrom("statusPages as p")
    .leftJoin("customers as c", "c.id", "p.customerId")
    .leftJoin("users as u", "u.id", "p.createdById")
    .select(["p.id", "p.kind", "p.name", "p.customerId", "c.title as customerTitle", "p.hint", "p.createdAt"])
    .select(["p.renewedAt", "p.createdById", "u.name as creatorName"]);
}

type Row = Awaited<ReturnType<ReturnType<typeof selectPages>["executeTakeFirstOrThrow"]>>;

async function withWebsites(db: Db, rows: readonly Row[]): Promise<StatusPage[]> {
  if (rows.length === 0) return [];
  const shown = await db
    .selectFrom("statusPageWebsites as s")
    .innerJoin("websites as w", "w.id", "s.websiteId")
    .select(["s.pageId", "w.id", "w.title as label"])
    .where(
      "s.pageId",
      "in",
      rows.map(({ id }) => id),
    )
    .orderBy("s.position")
    .execute();
  return rows.map(({ customerId, customerTitle, createdById, creatorName, createdAt, renewedAt, ...row }) => ({
    ...row,
    customer: customerId ? { id: customerId, label: customerTitle ?? "" } : null,
    websites: shown.filter(({ pageId }) => pageId === row.id).map(({ id, label }) => ({ id, label })),
    createdAt: new Date(createdAt),
    createdBy: createdById ? { id: createdById, label: creatorName ?? "" } : null,
    renewedAt: toDate(renewedAt),
  }));
}

/** The key of a customer's sign; null where they have none. */
export async function readLogoKey({ db }: Pick<PersonContext, "db">, customerId: string): Promise<string | null> {
  const row = await db.selectFrom("customers").select("logoKey").where("id", "=", customerId).executeTakeFirst();
  if (!row) throw notFound();
  return row.logoKey;
}
