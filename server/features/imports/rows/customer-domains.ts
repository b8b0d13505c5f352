import { registrableDomain } from "../../../../contract/values/domain-name.ts";
import type { Db } from "../../../db/connection.ts";
import { ownDomains } from "../../customers/likeness.ts";
import { ambiguous } from "./record-index.ts";

type Found = string | typeof ambiguous | undefined;

/** Finds a customer by a domain, an address of the web or a mail address of theirs. */
export type FindByDomain = (text: string) => Found;

const looksLikeAddress = /^(?:https?:\/\/\S+|\S+@\S+|[\p{L}\p{N}-]+(?:\.[\p{L}\p{N}-]+)+\/?)$/iu;

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
  const customers = await db
    .selectFrom("customers")
    .select(["id", "website", "email"])
    .where("archivedAt", "is", null)
    .execute();
  const active = new Set(customers.map(({ id }) => id));
  for (const { id, ...of } of customers) for (const domain of ownDomains(of)) learn(domain, id);
  const domains = await db
    .selectFrom("domains")
    .select(["nameAce", "customerId"])
    .where("archivedAt", "is", null)
    .execute();
  const websites = await db
    .selectFrom("websites")
    .select(["url", "customerId"])
    .where("archivedAt", "is", null)
    .execute();
  for (const { nameAce, customerId } of domains) if (customerId && active.has(customerId)) learn(nameAce, customerId);
  for (const { url, customerId } of websites)
    if (customerId && active.has(customerId)) learn(registrableDomain(url), customerId);
  return (text) => {
    const address = text.trim();
    if (!looksLikeAddress.test(address)) return undefined;
    const [domain] = address.includes("@")
      ? ownDomains({ website: null, email: address })
      : ownDomains({ website: address.replace(/^(https?:\/\/[^/]*).*$/i, "$1").replace(/\/$/, ""), email: null });
    return domain === undefined ? undefined : known.get(domain);
  };
}
