import { roleLinksOf } from "../../../contract/records/read-value.ts";
import { readDomainName, registrableDomain } from "../../../contract/values/domain-name.ts";
import { toUnicodeDomain } from "../../../contract/values/hostname.ts";
import type { Db } from "../../db/connection.ts";
import { prepare } from "../../db/prepare.ts";
import type { Tx } from "../../db/transact.ts";
import { createRecordIn } from "../../records/commands.ts";
import type { RecordContext } from "../../records/record-context.ts";
import type { Values } from "../../records/store.ts";
import type { Stored } from "../../records/stored.ts";
import { domains } from "../domains/store.ts";

/** Endings of networks inside a house, under which nobody registers anything. */
const internal = new Set(["arpa", "corp", "home", "internal", "intern", "intranet", "invalid", "lan", "local", "test"]);

/**
 * Adds the domain under which a website is reached to its links, and creates it where it is not kept yet. A website
 * that moves to another domain keeps the old one as an alias.
 */
export async function linkOwnDomain(tx: Tx, ctx: RecordContext, values: Values, before?: Stored): Promise<Values> {
  const nameAce = domainNameOf(String(values.url));
  if (!nameAce) return values;
  const links = roleLinksOf(values.domains);
  const known = await findDomain(tx, nameAce);
  if (known && links.some(({ id }) => id === known)) return values;
  const id = known ?? (await createDomain(tx, ctx, nameAce, values.customerId));
  const left = before && (await findDomain(tx, registrableDomain(String(before.values.url))));
  const others = links.map((link) => (link.id === left && link.role === "main" ? { ...link, role: "alias" } : link));
  const role = others.some((link) => link.role === "main") ? "alias" : "main";
  return { ...values, domains: [...others, { id, role }] };
}

/** The domain under which a URL lies, in A-labels; undefined where nobody registers one, as within a house. */
export function domainNameOf(url: string): string | undefined {
  const nameAce = registrableDomain(url);
  if (!nameAce || internal.has(nameAce.split(".").at(-1) ?? "")) return undefined;
  return "problem" in readDomainName(nameAce) ? undefined : nameAce;
}

async function findDomain(tx: Tx, nameAce: string | undefined): Promise<string | undefined> {
  if (nameAce === undefined) return undefined;
  const [domain] = await selectDomain(tx.db, nameAce);
  return domain?.id;
}

const selectDomain = prepare((db: Db, nameAce: string) =>
  db.selectFrom("domains").select("id").where("nameAce", "=", nameAce).where("archivedAt", "is", null),
);

const selectActive = prepare((db: Db, customerId: string) =>
  db.selectFrom("customers").select("id").where("id", "=", customerId).where("archivedAt", "is", null),
);

/** The customer as one that something new may belong to: nobody where it is archived. */
export async function activeCustomer(tx: Tx, customer: Values[string] = null): Promise<string | null> {
  return typeof customer === "string" && (await selectActive(tx.db, customer)).length > 0 ? customer : null;
}

async function createDomain(tx: Tx, ctx: RecordContext, nameAce: string, customer: Values[string] = null) {
  const customerId = await activeCustomer(tx, customer);
  const { id } = await createRecordIn(tx, domains, ctx, { name: toUnicodeDomain(nameAce), customerId });
  return id;
}
