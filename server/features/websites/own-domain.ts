import { readDomainName, registrableDomain, toUnicodeDomain } from "../../../contract/values/domain-name.ts";
import type { Tx } from "../../db/transact.ts";
import { createRecordIn } from "../../records/commands.ts";
import type { RecordContext } from "../../records/record-context.ts";
import type { Values } from "../../records/store.ts";
import { domains } from "../domains/store.ts";

type DomainLink = { id: string; role: string };

/** Adds the domain under which a website is reached to its links, and creates it where it is not kept yet. */
export async function linkOwnDomain(tx: Tx, ctx: RecordContext, values: Values): Promise<Values> {
  const nameAce = registrableDomain(String(values.url));
  if (!nameAce || "problem" in readDomainName(nameAce)) return values;
  const links = (values.domains ?? []) as DomainLink[];
  const known = await tx.db
    .selectFrom("domains")
    .select("id")
    .where("nameAce", "=", nameAce)
    .where("archivedAt", "is", null)
    .executeTakeFirst();
  if (known && links.some(({ id }) => id === known.id)) return values;
  const id =
    known?.id ??
    (await createRecordIn(tx, domains, ctx, { name: toUnicodeDomain(nameAce), customerId: values.customerId ?? null }))
      .id;
  const role = links.some((link) => link.role === "main") ? "alias" : "main";
  return { ...values, domains: [...links, { id, role }] };
}
