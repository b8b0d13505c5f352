import type { DiscoveredUrl, RedirectingDomain } from "../../../contract/discoveries/discoveries.ts";
import type { Ref } from "../../../contract/records/fields.ts";
import type { Db } from "../../db/connection.ts";
import { arrayOf } from "../../db/dialect/json.ts";
import type { Tx } from "../../db/transact.ts";
import { createRecordIn, updateRecordIn } from "../../records/commands.ts";
import { idsIn } from "../../records/conditions/ids-in.ts";
import type { RecordContext } from "../../records/record-context.ts";
import { storeOf } from "../../records/registry.ts";
import { activeCustomer } from "../websites/own-domain.ts";
import { findDomain } from "./matches.ts";

interface Target {
  url: string;
  customerId: string | null;
}

/** The kept domain that leads to a website, or a new one that says where it leads. */
export async function findOrCreateRedirect(
  tx: Tx,
  ctx: RecordContext,
  { nameAce, label }: RedirectingDomain,
  { url, customerId }: Target,
): Promise<string> {
  const known = await findDomain(tx.db, nameAce);
  if (known) return known.id;
  const body = {
    name: label,
    customerId: await activeCustomer(tx, customerId),
    purpose: "redirect",
    redirectTarget: url,
  };
  return (await createRecordIn(tx, storeOf("domain"), ctx, body)).id;
}

/** Adds a domain to a website as one that leads to it. */
export async function linkRedirect(tx: Tx, ctx: RecordContext, domain: RedirectingDomain, websiteId: string) {
  const { url, customerId } = await tx.db
    .selectFrom("websites")
    .select(["url", "customerId"])
    .where("id", "=", websiteId)
    .executeTakeFirstOrThrow();
  const domainId = await findOrCreateRedirect(tx, ctx, domain, { url, customerId });
  const links = await tx.db
    .selectFrom("websiteDomains")
    .select(["domainId as id", "role"])
    .where("websiteId", "=", websiteId)
    .execute();
  if (links.some(({ id }) => id === domainId)) return;
  const domains = [...links, { id: domainId, role: "redirect" }];
  await updateRecordIn(tx, storeOf("website"), ctx, { params: { id: websiteId }, body: { domains } });
}

/** Which domains stand with which websites already, as `websiteId nameAce`. */
export async function readLinked(db: Db, urls: readonly Pick<DiscoveredUrl, "proposal">[], websites: Iterable<Ref>) {
  const names = urls.flatMap(({ proposal }) => proposal.redirect?.nameAce ?? []);
  if (names.length === 0) return new Set<string>();
  const rows = await db
    .selectFrom("websiteDomains as l")
    .innerJoin("domains as d", "d.id", "l.domainId")
    .select(["l.websiteId", "d.nameAce"])
    .where("d.nameAce", "in", idsIn(arrayOf(names)))
    .where("l.websiteId", "in", idsIn(arrayOf([...websites].map(({ id }) => id))))
    .execute();
  return new Set(rows.map(({ websiteId, nameAce }) => linkKey(websiteId, nameAce)));
}

export const linkKey = (websiteId: string, nameAce: string) => `${websiteId} ${nameAce}`;
