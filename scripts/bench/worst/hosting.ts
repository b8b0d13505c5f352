import { foldText } from "../../../contract/values/fold.ts";
import type { Db } from "../../../server/db/connection.ts";
import { newId } from "../../../server/db/new-id.ts";

const hostCount = 200;
const chunk = 500;

/** Puts all websites onto hosts of one provider, whose backups are noted; returns the provider and one of the hosts. */
export async function hostAll(db: Db, actorId: string): Promise<{ providerId: string; hostId: string }> {
  const at = "2026-01-05T08:00:00.000Z";
  const named = (name: string) => {
    const by = { createdAt: at, updatedAt: at, createdById: actorId, updatedById: actorId, archivedAt: null };
    return { id: newId(), title: name, sortTitle: foldText(name), name, ...by };
  };
  const provider = named("Nordhost");
  await db.insertInto("providers").values(provider).execute();
  const hosts = Array.from({ length: hostCount }, (_, index) => ({
    ...named(`web${index}`),
    providerId: provider.id,
    kind: "vps",
    lifecycle: "active",
    backupCadence: "daily",
    backupLastOkAt: "2026-01-04",
  }));
  await db.insertInto("hosts").values(hosts).execute();
  const websites = await db.selectFrom("websites").select("id").orderBy("id").execute();
  for (let from = 0; from < websites.length; from += chunk)
    await db
      .insertInto("websiteHosts")
      .values(
        websites.slice(from, from + chunk).map(({ id }, index) => ({
          websiteId: id,
          hostId: hosts[(from + index) % hostCount]?.id ?? "",
          role: "web",
        })),
      )
      .execute();
  return { providerId: provider.id, hostId: hosts[0]?.id ?? "" };
}
