import { type Askable, lastDayOf } from "../../../contract/customer-questions/customer-questions.ts";
import { portalDate } from "../../../contract/time/today.ts";
import type { Db } from "../../db/connection.ts";
import type { PersonContext } from "../../trpc/context.ts";
import { findOpenItem, findWaitingQuestion } from "./items.ts";
import { listRecipients } from "./recipients.ts";

type Customer = Askable["customers"][number];

/** Sorts selected domains by the customers who would be asked about them, the most urgent first. */
export async function listAskable(ctx: PersonContext, { domainIds }: { domainIds: string[] }): Promise<Askable> {
  const customers = new Map<string, Customer>();
  const answer = { withoutCustomer: 0, settled: 0, waiting: 0 };
  const today = portalDate(ctx.now());
  for (const { id, customerId, customer } of await readDomains(ctx.db, domainIds)) {
    if (customerId === null || customer === null) {
      answer.withoutCustomer += 1;
      continue;
    }
    const target = { type: "domain" as const, id };
    const item = await findOpenItem(ctx, customerId, target);
    if (!item) answer.settled += 1;
    else if (await findWaitingQuestion(ctx.db, target, today)) answer.waiting += 1;
    else {
      const group = customers.get(customerId) ?? { id: customerId, title: customer, contacts: [], items: [] };
      customers.set(customerId, group);
      group.items.push(item);
    }
  }
  for (const group of customers.values()) {
    group.items.sort((one, other) => lastDayOf(one).localeCompare(lastDayOf(other)));
    group.contacts = await listRecipients(ctx.db, group.id);
  }
  return { ...answer, customers: [...customers.values()].sort(byUrgency) };
}

const firstDay = ({ items: [first] }: Customer) => (first ? lastDayOf(first) : "");
const byUrgency = (one: Customer, other: Customer) =>
  firstDay(one).localeCompare(firstDay(other)) || one.title.localeCompare(other.title, "de");

/** An archived customer is asked nothing, as if there were none. */
async function readDomains(db: Db, ids: readonly string[]) {
  return db
    .selectFrom("domains as d")
    .leftJoin("customers as c", (join) => join.onRef("c.id", "=", "d.customerId").on("c.archivedAt", "is", null))
    .select(["d.id", "d.customerId", "c.title as customer"])
    .where("d.id", "in", [...ids])
    .where("d.archivedAt", "is", null)
    .orderBy("d.name")
    .execute();
}
