import { dayMs } from "../../../contract/time/durations.ts";
import type { ListedDomain } from "../../lookups/registrars/connector.ts";
import type { Services } from "../../trpc/context.ts";

/**
 * What is still to be read of a connection, first what was not for the longest time: a registrar that wants a pause is
 * read on from there afterwards, so what was asked about since the last finished run is left out for a day.
 */
export async function readUnread(
  { db, now }: Pick<Services, "db" | "now">,
  { id, succeededAt }: { id: string; succeededAt: string | null },
  listed: readonly ListedDomain[],
): Promise<ListedDomain[]> {
  const rows = await db
    .selectFrom("registrarDomains")
    .select(["nameAce", "seenAt"])
    .where("registrarConnectionId", "=", id)
    .where("isZone", "=", 0)
    .execute();
  const seenAt = new Map(rows.map((row) => [row.nameAce, row.seenAt]));
  const seenOf = ({ nameAce }: ListedDomain) => seenAt.get(nameAce) ?? "";
  const dayAgo = new Date(now().getTime() - dayMs).toISOString();
  const isRead = (each: ListedDomain) => seenOf(each) > (succeededAt ?? "") && seenOf(each) > dayAgo;
  return listed
    .filter((each) => "domain" in each || !isRead(each))
    .toSorted((one, other) => seenOf(one).localeCompare(seenOf(other)));
}
