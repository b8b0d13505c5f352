import { createHash } from "node:crypto";
import { domains } from "../../../contract/domains/domains.ts";
import type { PublicHolder } from "../../../contract/holder-confirmations/holder-confirmations.ts";
import type { Db } from "../../db/connection.ts";
import { storeOf } from "../../records/registry.ts";
import { readStored, type Stored } from "../../records/stored.ts";

const fields = ["holderType", "holderName", "holderEmail", "holderPhone"] as const;

/** The data about the holder of a domain as they are shown to them; empty where nobody has entered any. */
export function holderRows({ values }: Pick<Stored, "values">): PublicHolder["holder"] {
  return fields.flatMap((name) => {
    const value = values[name];
    if (typeof value !== "string" || value === "") return [];
    const { label } = domains.fields[name];
    const shown = name === "holderType" ? (domains.fields.holderType.options as Record<string, string>)[value] : value;
    return [{ label, value: shown ?? value }];
  });
}

/** Stands for what was shown, so that an answer counts for that and for nothing that came later. */
export const fingerprintOf = (rows: PublicHolder["holder"]): string =>
  createHash("sha256").update(JSON.stringify(rows)).digest("base64url").slice(0, 22);

/** A domain of a customer about whose holder somebody can be asked; undefined for anything else. */
export async function readHeldDomain(db: Db, customerId: string, id: string): Promise<Stored | undefined> {
  const stored = await readStored(db, storeOf("domain"), id);
  if (!stored || stored.archivedAt || stored.values.customerId !== customerId) return undefined;
  return holderRows(stored).length > 0 ? stored : undefined;
}

/** The title of a domain about which a question waits for its answer; undefined where none does. */
export function findWaiting(db: Db, domainId: string, today: string): Promise<{ title: string } | undefined> {
  return db
    .selectFrom("holderConfirmationItems as i")
    .innerJoin("holderConfirmations as c", "c.id", "i.holderConfirmationId")
    .innerJoin("domains as d", "d.id", "i.domainId")
    .select("d.title")
    .where("i.domainId", "=", domainId)
    .where("c.answeredAt", "is", null)
    .where("c.withdrawnAt", "is", null)
    .where("c.expiresOn", ">=", today)
    .executeTakeFirst();
}
