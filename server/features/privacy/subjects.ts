import type { z } from "zod";
import type * as contract from "../../../contract/privacy/privacy.ts";
import type { ErasureProposal, PersonalData, Subject } from "../../../contract/privacy/privacy.ts";
import { portalDate } from "../../../contract/time/today.ts";
import type { Db } from "../../db/connection.ts";
import { type Tx, transact } from "../../db/transact.ts";
import { invalidField, notFound, Problem } from "../../problem.ts";
import { archiveRecordIn, eraseRecordIn, updateRecordIn } from "../../records/commands.ts";
import { forgetPerson } from "../../records/personal/forget-person.ts";
import type { Identity } from "../../records/personal/redact.ts";
import { storeOf } from "../../records/registry.ts";
import { readStored, type Stored } from "../../records/stored.ts";
import { indexRecord } from "../../search/index-record.ts";
import type { PersonContext } from "../../trpc/context.ts";
import { identityOfContact } from "../contacts/forget-contact.ts";

type Asked = z.output<typeof contract.exportSubject>;

interface Found {
  subject: Subject;
  identity: Identity;
  /** The records that speak of the person: their contact, or all domains that they hold. */
  records: Stored[];
}

/** Who is meant by a contact or by one of their domains. Throws not_found. */
async function findPerson(db: Db, { type, id }: Asked): Promise<Found> {
  const record = await readStored(db, storeOf(type), id);
  if (!record) throw notFound();
  if (type === "contact") {
    const subject = { type, id, name: record.title, domains: [] };
    return { subject, identity: identityOfContact(record.values), records: [record] };
  }
  const { holderName, holderEmail, holderPhone } = record.values as Record<string, string | null>;
  const name = holderName ?? holderEmail ?? holderPhone;
  if (!name) throw new Problem("precondition", { message: "Zu dieser Domain ist kein Inhaber gespeichert." });
  const records: Stored[] = [];
  for (const each of await domainsOf(db, { holderName, holderEmail, holderPhone })) {
    const stored = await readStored(db, storeOf("domain"), each.id);
    if (stored) records.push(stored);
  }
  const of = (field: string) => [...new Set(records.flatMap(({ values }) => (values[field] as string | null) ?? []))];
  return {
    subject: { type, id, name, domains: records.map(({ title }) => title) },
    identity: { name, emails: of("holderEmail"), phones: of("holderPhone") },
    records,
  };
}

/** The same person holds what is registered under the same address, or under the same name without another address. */
function domainsOf(db: Db, { holderName, holderEmail, holderPhone }: Record<string, string | null | undefined>) {
  return db
    .selectFrom("domains")
    .select("id")
    .where((eb) =>
      eb.or([
        ...(holderEmail ? [eb("holderEmail", "=", holderEmail)] : []),
        ...(holderName
          ? [eb.and([eb("holderName", "=", holderName), ...(holderEmail ? [eb("holderEmail", "is", null)] : [])])]
          : []),
        ...(!holderName && !holderEmail && holderPhone ? [eb("holderPhone", "=", holderPhone)] : []),
      ]),
    )
    .orderBy("title")
    .execute();
}

export async function findSubject(db: Db, asked: Asked): Promise<Subject> {
  return (await findPerson(db, asked)).subject;
}

/** Everything that the portal keeps of a contact or of the holder of a domain. Leaves a trace. */
export async function exportSubject(ctx: PersonContext, asked: Asked): Promise<PersonalData> {
  const { subject, identity, records } = await findPerson(ctx.db, asked);
  const { type } = asked;
  const ids = records.map(({ id }) => id);
  const holder = ["title", "ownership", "holderType", "holderName", "holderEmail", "holderPhone"];
  const rowOf = ({ id, title, values }: Stored) =>
    type === "contact"
      ? { id, ...values }
      : Object.fromEntries([["id", id], ["title", title], ...holder.slice(1).map((name) => [name, values[name]])]);
  const history = await ctx.db
    .selectFrom("changes")
    .select(["kind", "subjectId", "at", "beforeJson", "afterJson"])
    .where("subjectType", "=", type)
    .where("subjectId", "in", ids)
    .orderBy("at")
    .execute();
  const isTold = (json: string | null) =>
    type === "contact" || (json !== null && holder.some((name) => json.includes(`"${name}":`)));
  const parts: PersonalData["parts"] = [
    { title: type === "contact" ? "Ansprechpartner" : "Domains", rows: records.map(rowOf) },
    { title: "Verlauf", rows: history.filter(({ beforeJson, afterJson }) => isTold(beforeJson) || isTold(afterJson)) },
    { title: "E-Mails an diese Person", rows: await mailsTo(ctx.db, identity.emails) },
    { title: "Zeilen von Importen", rows: await importRowsOf(ctx.db, ids) },
    ...(type === "contact" ? [{ title: "Fragen an diese Person", rows: await questionsTo(ctx.db, asked.id) }] : []),
    ...(type === "contact"
      ? [{ title: "Prüfungen von Inhaberdaten", rows: await confirmationsBy(ctx.db, asked.id) }]
      : []),
    ...(type === "contact" ? [{ title: "Datenschutzbeauftragte Person", rows: await officeOf(ctx.db, asked.id) }] : []),
  ];
  await transact(ctx, (tx) =>
    tx.record({ kind: "setting.subject-exported", subject: { type: "setting", id: "privacy" }, after: { ...asked } }),
  );
  const { name } = subject;
  return {
    madeAt: ctx.now(),
    person: { name, emails: identity.emails, phones: identity.phones },
    parts: parts.filter(({ rows }) => rows.length > 0),
  };
}

function mailsTo(db: Db, emails: readonly string[]) {
  if (emails.length === 0) return [];
  return db
    .selectFrom("mails")
    .select(["id", "toEmail", "toName", "subject", "state", "createdAt", "endedAt"])
    .where("toEmail", "in", emails)
    .execute();
}

function importRowsOf(db: Db, ids: readonly string[]) {
  return db
    .selectFrom("importRows")
    .select(["importId", "rowNumber", "cellsJson", "result"])
    .where("recordId", "in", ids)
    .execute();
}

function questionsTo(db: Db, contactId: string) {
  return db
    .selectFrom("customerQuestions")
    .select(["id", "name", "email", "createdAt", "answerBy", "answeredAt", "answeredName", "answeredIp"])
    .where("contactId", "=", contactId)
    .execute();
}

function confirmationsBy(db: Db, contactId: string) {
  return db
    .selectFrom("holderConfirmations")
    .select(["id", "name", "email", "createdAt", "expiresOn", "answeredAt", "answeredName", "answeredIp"])
    .where("contactId", "=", contactId)
    .execute();
}

function officeOf(db: Db, id: string) {
  return db.selectFrom("customers").select(["id", "title"]).where("dataOfficerId", "=", id).execute();
}

/**
 * Erases a contact, or who holds domains; the domains stay. The name, typed once more, confirms that this very person is
 * meant.
 */
export async function eraseSubject(
  ctx: PersonContext,
  { name, ...asked }: z.output<typeof contract.eraseSubject>,
): Promise<{ id: string }> {
  return transact(ctx, async (tx) => {
    const found = await findPerson(tx.db, asked);
    if (name.trim() !== found.subject.name) throw invalidField("name", "Name: Der eingegebene Name stimmt nicht.");
    if (asked.type === "contact") await eraseContact(tx, ctx, found);
    else await eraseHolder(tx, ctx, found);
    return { id: asked.id };
  });
}

async function eraseContact(tx: Tx, ctx: PersonContext, { records }: Found): Promise<void> {
  const store = storeOf("contact");
  for (const { id, archivedAt } of records) {
    for (const customer of await officeOf(tx.db, id)) await releaseOffice(tx, ctx, customer.id);
    if (archivedAt === null) await archiveRecordIn(tx, store, ctx, { id });
    const contact = await readStored(tx.db, store, id);
    if (!contact) throw notFound();
    await store.beforeDelete?.(tx, ctx, contact);
    await eraseRecordIn(tx, store, ctx, contact);
  }
}

/** The customer has no data protection officer from then on. */
async function releaseOffice(tx: Tx, ctx: PersonContext, id: string): Promise<void> {
  const { archivedAt } = await tx.db
    .selectFrom("customers")
    .select("archivedAt")
    .where("id", "=", id)
    .executeTakeFirstOrThrow();
  if (archivedAt === null)
    await updateRecordIn(tx, storeOf("customer"), ctx, { params: { id }, body: { dataOfficerId: null } });
  else await tx.db.updateTable("customers").set({ dataOfficerId: null }).where("id", "=", id).execute();
}

const noHolder = { holderType: null, holderName: null, holderEmail: null, holderPhone: null };

async function eraseHolder(tx: Tx, ctx: PersonContext, { identity, records }: Found): Promise<void> {
  for (const { id, archivedAt } of records) {
    if (archivedAt === null) await updateRecordIn(tx, storeOf("domain"), ctx, { params: { id }, body: noHolder });
    else await tx.db.updateTable("domains").set(noHolder).where("id", "=", id).execute();
    tx.beforeCommit(`search:${id}`, () => indexRecord(tx, { type: "domain", id }));
    forgetPerson(tx, { record: { type: "domain", id }, identity, isWhole: false });
  }
  await tx.record({ kind: "setting.holder-erased", subject: { type: "setting", id: "privacy" } });
}

const maxProposals = 50;

/** Customers that were to be kept until a day that has passed, with the people whom the portal still knows there. */
export async function listProposals({ db, now }: Pick<PersonContext, "db" | "now">): Promise<ErasureProposal[]> {
  const customers = await db
    .selectFrom("customers")
    .select(["id", "title", "retentionUntil", "archivedAt"])
    .where("retentionUntil", "<", portalDate(now()))
    .orderBy("retentionUntil")
    .limit(maxProposals)
    .execute();
  if (customers.length === 0) return [];
  const contacts = await db
    .selectFrom("contacts")
    .select(["id", "title", "customerId"])
    .where(
      "customerId",
      "in",
      customers.map(({ id }) => id),
    )
    .orderBy("sortTitle")
    .execute();
  return customers.map(({ id, title, retentionUntil, archivedAt }) => ({
    customer: { id, title },
    retentionUntil: retentionUntil ?? "",
    isArchived: archivedAt !== null,
    contacts: contacts.flatMap(({ customerId, ...contact }) =>
      customerId === id ? [{ id: contact.id, title: contact.title }] : [],
    ),
  }));
}
