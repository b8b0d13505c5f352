import type {
  ConfirmationState,
  HolderAskable,
  HolderConfirmation,
} from "../../../contract/holder-confirmations/holder-confirmations.ts";
import { portalDate } from "../../../contract/time/today.ts";
import { notFound } from "../../problem.ts";
import { isReadable } from "../../records/readable.ts";
import type { PersonContext } from "../../trpc/context.ts";
import { listRecipients } from "../customer-questions/recipients.ts";
import { findWaiting, readHeldDomain } from "./holders.ts";

const maxShown = 20;

/** Who was asked about the holder of a domain, the last first, with what came back. Throws not_found. */
export async function listConfirmations(
  { db, now, person }: PersonContext,
  { domainId }: { domainId: string },
): Promise<HolderConfirmation[]> {
  if (!(await isReadable(db, { type: "domain", id: domainId }, person))) throw notFound();
  const rows = await db
    .selectFrom("holderConfirmationItems as i")
    .innerJoin("holderConfirmations as c", "c.id", "i.holderConfirmationId")
    .leftJoin("users as u", "u.id", "c.askedById")
    .selectAll("c")
    .select(["i.answer", "i.correction", "u.name as askedBy"])
    .where("i.domainId", "=", domainId)
    .orderBy("c.createdAt", "desc")
    .orderBy("c.id", "desc")
    .limit(maxShown)
    .execute();
  const today = portalDate(now());
  return rows.map((row) => ({
    id: row.id,
    state: stateOf(row, today),
    to: { name: row.name, email: row.email },
    askedBy: row.askedBy,
    createdAt: new Date(row.createdAt),
    expiresOn: row.expiresOn,
    answer: row.answer,
    correction: row.correction,
    answered: row.answeredAt
      ? { name: row.answeredName ?? "", at: new Date(row.answeredAt), ip: row.answeredIp }
      : null,
  }));
}

interface Standing {
  answeredAt: string | null;
  withdrawnAt: string | null;
  expiresOn: string;
}

function stateOf({ answeredAt, withdrawnAt, expiresOn }: Standing, today: string): ConfirmationState {
  if (answeredAt) return "answered";
  if (withdrawnAt) return "withdrawn";
  return expiresOn < today ? "expired" : "open";
}

/** Sorts selected domains by the customers who would be asked about their holders. */
export async function listHolderAskable(
  ctx: PersonContext,
  { domainIds }: { domainIds: string[] },
): Promise<HolderAskable> {
  const rows = await ctx.db
    .selectFrom("domains as d")
    .leftJoin("customers as c", (join) => join.onRef("c.id", "=", "d.customerId").on("c.archivedAt", "is", null))
    .select(["d.id", "c.id as customerId", "c.title as customer"])
    .where("d.id", "in", [...domainIds])
    .where("d.archivedAt", "is", null)
    .orderBy("d.sortTitle")
    .execute();
  const today = portalDate(ctx.now());
  const customers = new Map<string, HolderAskable["customers"][number]>();
  const answer = { withoutCustomer: 0, withoutHolder: 0, waiting: 0 };
  for (const { id, customerId, customer } of rows) {
    const domain = customerId && (await readHeldDomain(ctx.db, customerId, id));
    if (!customerId) answer.withoutCustomer += 1;
    else if (!domain) answer.withoutHolder += 1;
    else if (await findWaiting(ctx.db, id, today)) answer.waiting += 1;
    else {
      const group = customers.get(customerId) ?? { id: customerId, title: customer ?? "", contacts: [], domains: [] };
      customers.set(customerId, group);
      group.domains.push({ id, title: domain.title });
    }
  }
  for (const group of customers.values()) group.contacts = await listRecipients(ctx.db, group.id);
  return { ...answer, customers: [...customers.values()].toSorted((a, b) => a.title.localeCompare(b.title, "de")) };
}
