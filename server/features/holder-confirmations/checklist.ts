import {
  type HolderCheck,
  type HolderFacts,
  type HolderMail,
  judgeHolder,
} from "../../../contract/holder-confirmations/checklist.ts";
import type { Registration } from "../../../contract/registrations/registrations.ts";
import { portalDate } from "../../../contract/time/today.ts";
import type { Db } from "../../db/connection.ts";
import { notFound } from "../../problem.ts";
import { readSettings } from "../../settings/read-settings.ts";
import type { PersonContext } from "../../trpc/context.ts";
import { readLookup } from "../lookups/queries.ts";
import { hostOf } from "./mail-lookup.ts";

/** „Wem gehört die Domain wirklich?“ Throws not_found. */
export async function readChecklist(
  { db, now }: PersonContext,
  { domainId }: { domainId: string },
): Promise<HolderCheck[]> {
  const domain = await db
    .selectFrom("domains as d")
    .leftJoin("customers as c", "c.id", "d.customerId")
    .select(["d.name", "d.customerId", "d.ownership", "d.holderName", "d.holderEmail", "d.holderPhone"])
    .select("d.lastHolderReminderAt as remindedOn")
    .select("c.title as customer")
    .where("d.id", "=", domainId)
    .executeTakeFirst();
  if (!domain) throw notFound();
  const { name, customerId, ownership, ...rest } = domain;
  const { agencyName } = await readSettings(db, "general");
  const looked = await readLookup<Registration>(db, "registration", domainId);
  const mail = (await readLookup<HolderMail>(db, "holderMail", domainId))?.answer;
  const facts: HolderFacts = {
    ...rest,
    domain: name,
    ownership: ownership as HolderFacts["ownership"],
    agency: agencyName,
    published: looked?.answer?.holder ?? null,
    contact: await findContact(db, customerId, domain.holderEmail),
    // What was found for a former address says nothing of this one.
    mail: mail?.host === hostOf(domain.holderEmail) ? (mail ?? null) : null,
    answered: await readLastAnswer(db, domainId),
  };
  return judgeHolder(facts, portalDate(now()));
}

async function findContact(db: Db, customerId: string | null, email: string | null): Promise<HolderFacts["contact"]> {
  if (!customerId || !email) return null;
  const rows = await db
    .selectFrom("contacts")
    .select(["title", "leftAt", "archivedAt"])
    .where("customerId", "=", customerId)
    .where((eb) => eb(eb.fn<string>("lower", ["email"]), "=", email.toLowerCase()))
    .execute();
  const isThere = ({ leftAt, archivedAt }: (typeof rows)[number]) => leftAt === null && archivedAt === null;
  const found = rows.find(isThere) ?? rows[0];
  return found ? { name: found.title, isThere: isThere(found) } : null;
}

async function readLastAnswer(db: Db, domainId: string): Promise<HolderFacts["answered"]> {
  const row = await db
    .selectFrom("holderConfirmationItems as i")
    .innerJoin("holderConfirmations as c", "c.id", "i.holderConfirmationId")
    .select(["c.answeredAt", "i.answer"])
    .where("i.domainId", "=", domainId)
    .where("i.answer", "is not", null)
    .orderBy("c.answeredAt", "desc")
    .limit(1)
    .executeTakeFirst();
  return row?.answeredAt ? { on: portalDate(new Date(row.answeredAt)), isRight: row.answer === "right" } : null;
}
