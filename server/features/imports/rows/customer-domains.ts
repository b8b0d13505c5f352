import { setImmediate } from "node:timers/promises";
import { sql } from "kysely";
import { registrableDomain } from "../../../../contract/values/domain-name.ts";
import type { Db } from "../../../db/connection.ts";
import { ownDomains } from "../../customers/likeness.ts";
import { ambiguous } from "./record-index.ts";

type Found = string | typeof ambiguous | undefined;

/** Finds a customer by a domain, an address of the web or a mail address of theirs. */
export type FindByDomain = (text: string) => Found;

const looksLikeAddress = /^(?:https?:\/\/\S+|\S+@\S+|[\p{L}\p{N}-]+(?:\.[\p{L}\p{N}-]+)+\/?)$/iu;

/** Reading so many and telling their domains takes a few milliseconds; then everybody else has a turn. */
const rowsAtOnce = 1000;

/** Archived ones are left out here: asked for without them, SQLite takes their index and sorts the table for each part. */
async function* inTurns<Row extends { id: string; archivedAt: string | null }>(
  read: (after: string) => Promise<Row[]>,
): AsyncGenerator<Row> {
  for (let after: string | undefined = ""; after !== undefined; ) {
    const rows: Row[] = await read(after);
    for (const row of rows) if (row.archivedAt === null) yield row;
    after = rows.length < rowsAtOnce ? undefined : rows.at(-1)?.id;
    await setImmediate();
  }
}

/**
 * Reads under which domains customers are known: their own domains and websites, and those of their address on the web
 * and their mail, unless anybody can have a mailbox there.
 */
export async function readCustomerDomains(db: Db): Promise<FindByDomain> {
  const known = new Map<string, Found>();
  const learn = (domain: string | undefined, id: string) => {
    if (!domain) return;
    const before = known.get(domain);
    known.set(domain, before === undefined || before === id ? id : ambiguous);
  };
  const active = new Set<string>();
  const customers = (after: string) =>
    db
      .selectFrom("customers")
      .select(["id", "archivedAt", "website", "email"])
      .where("id", ">", after)
      .orderBy("id")
      .limit(rowsAtOnce)
      .execute();
  const ownedBy = (table: "domains" | "websites", after: string) =>
    db
      .selectFrom(table)
      .select([
        "id",
        "archivedAt",
        "customerId",
        sql.ref<string>(table === "domains" ? "nameAce" : "url").as("address"),
      ])
      .where("id", ">", after)
      .orderBy("id")
      .limit(rowsAtOnce)
      .execute();
  for await (const { id, ...of } of inTurns(customers)) {
    active.add(id);
    for (const domain of ownDomains(of)) learn(domain, id);
  }
  for (const table of ["domains", "websites"] as const)
    for await (const { customerId, address } of inTurns((after) => ownedBy(table, after)))
      if (customerId && active.has(customerId))
        learn(table === "domains" ? address : registrableDomain(address), customerId);
  return (text) => {
    const address = text.trim();
    if (!looksLikeAddress.test(address)) return undefined;
    const [domain] = address.includes("@")
      ? ownDomains({ website: null, email: address })
      : ownDomains({ website: address.replace(/^(https?:\/\/[^/]*).*$/i, "$1").replace(/\/$/, ""), email: null });
    return domain === undefined ? undefined : known.get(domain);
  };
}
