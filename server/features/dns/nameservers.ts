import type { z } from "zod";
import type { NamedServers } from "../../../contract/dns/nameservers.ts";
import type { listNameservers } from "../../../contract/dns/nameservers-input.ts";
import { parseOwnJson } from "../../../contract/narrowing.ts";
import { readableAmong } from "../../records/readable.ts";
import type { PersonContext } from "../../trpc/context.ts";

/** What is known of the name servers of some domains, by their names; those that are not there are left out. */
export async function listNamedServers(
  { db, person }: PersonContext,
  { ids }: z.infer<typeof listNameservers>,
): Promise<NamedServers[]> {
  const readable = await readableAmong(db, "domain", ids, person);
  const rows = await db
    .selectFrom("domains")
    .select(["id", "title", "nameservers"])
    .where("id", "in", [...readable])
    .orderBy("sortTitle")
    .orderBy("id")
    .execute();
  return rows.map(({ id, title, nameservers }) => ({
    id,
    label: title,
    nameservers: parseOwnJson<string[]>(nameservers),
  }));
}
