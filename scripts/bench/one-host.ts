import { foldText } from "../../contract/values/fold.ts";
import type { Db } from "../../server/db/connection.ts";
import { newId } from "../../server/db/new-id.ts";

/** A person, what they fill in, and one host on which all of its websites lie. */
export async function createProviderWithHost(
  db: Db,
  userId: string,
  fill: (userId: string) => Promise<void>,
): Promise<void> {
  const at = "2026-01-05T08:00:00.000Z";
  await db
    .insertInto("users")
    .values({
      id: userId,
      email: "bench@agentur.example",
      name: "Jana Petersen",
      role: "admin",
      createdAt: at,
      joinedAt: at,
      phone: null,
      position: null,
      imageKey: null,
      passwordHash: null,
      deactivatedAt: null,
      lastSeenAt: null,
    })
    .execute();
  await fill(userId);
  const stamp = { createdAt: at, updatedAt: at, createdById: userId, updatedById: userId, archivedAt: null };
  const [providerId, hostId] = [newId(), newId()];
  const named = (name: string) => ({ name, title: name, sortTitle: foldText(name), ...stamp });
  await db
    .insertInto("providers")
    .values({ id: providerId, ...named("Nordhost") } as never)
    .execute();
  await db
    .insertInto("hosts")
    .values({ id: hostId, providerId, kind: "shared", lifecycle: "active", ...named("web-03") } as never)
    .execute();
  const sites = await db.selectFrom("websites").select("id").execute();
  for (let start = 0; start < sites.length; start += 250)
    await db
      .insertInto("websiteHosts")
      .values(sites.slice(start, start + 250).map(({ id }) => ({ websiteId: id, hostId, role: "web" })))
      .execute();
}
