import { escapeHtml } from "../../../contract/document/html.ts";
import type { NotificationCategory } from "../../../contract/notifications/notification-categories.ts";
import { declarationOf } from "../../../contract/records/declarations.ts";
import type { Rolled } from "../../../contract/terms/roll-term.ts";
import { periodOf, stepMonths } from "../../../contract/terms/term.ts";
import type { TermType } from "../../../contract/terms/term-types.ts";
import { formatCalendarDate } from "../../../contract/time/calendar-date.ts";
import { activeUsers, fallbackAmong } from "../../db/active-users.ts";
import type { Tx } from "../../db/transact.ts";
import { type NewNotification, notify } from "../../notifications/notify.ts";
import type { Values } from "../../records/store.ts";
import { listHanging } from "./hanging.ts";

interface Told {
  type: TermType;
  id: string;
  title: string;
  values: Values;
}

/**
 * Tells the person who is responsible, or whoever looks after what is nobody's, that something went on without anybody
 * having decided, or has ended. Once each.
 */
export async function tellRolled(tx: Tx, record: Told, { term, state, renewed, isOver }: Rolled): Promise<void> {
  const undecided = renewed.filter(({ decision }) => decision === "open").at(-1);
  // What runs from month to month binds nobody for long, and would say so every month.
  const isWorthTelling = undecided !== undefined && stepMonths(term.rule) > 1;
  if (!isOver && !isWorthTelling) return;
  const people = await toldOf(tx, record);
  const name = `<b>${escapeHtml(record.title)}</b>`;
  const about = {
    actorId: null,
    category: categoryOf(record.type),
    link: `/${declarationOf(record.type).plural}/${record.id}`,
    asksForAction: true as const,
  };
  if (isOver) {
    const hanging = (await listHanging(tx.db, record)).map(({ title }) => escapeHtml(title));
    const left = hanging.length > 0 ? ` Daran hängt noch: ${hanging.join(", ")}.` : "";
    const ended = `${name} ist am ${formatCalendarDate(state.endsOn ?? "")} zu Ende gegangen.${left}`;
    return tellEach(tx, people, { ...about, title: `Beendet: ${record.title}`, message: ended });
  }
  if (!undecided) return;
  const { to, cancelBy } = periodOf(term.rule, undecided.index);
  const next = periodOf(term.rule, state.asks);
  const again = next.cancelBy ? ` Wieder kündbar ist sie bis ${formatCalendarDate(next.cancelBy)}.` : "";
  const message = `${name}: Die Laufzeit bis ${formatCalendarDate(to)} hat sich verlängert, denn bis ${formatCalendarDate(cancelBy ?? to)} hat niemand entschieden.${again}`;
  await tellEach(tx, people, { ...about, title: `Verlängert ohne Entscheidung: ${record.title}`, message });
}

async function tellEach(tx: Tx, people: readonly string[], told: Omit<NewNotification, "forUserId">): Promise<void> {
  for (const forUserId of people) await notify(tx, { ...told, forUserId });
}

/** Who hears of a record: who is responsible for it, or whoever looks after what is nobody's or of somebody who has left. */
async function toldOf(tx: Tx, record: Told): Promise<string[]> {
  const responsible = await responsibleFor(tx, record);
  const people = await activeUsers(tx.db).select(["id", "role"]).where("joinedAt", "is not", null).execute();
  if (people.some(({ id }) => id === responsible)) return responsible ? [responsible] : [];
  return fallbackAmong(people).map(({ id }) => id);
}

/** Who is asked about a record: its own person, for a contract or a host without one that of its customer. */
async function responsibleFor(tx: Tx, { values }: Told): Promise<string | undefined> {
  if (typeof values.responsibleUserId === "string") return values.responsibleUserId;
  if (typeof values.customerId !== "string") return undefined;
  const customer = await tx.db
    .selectFrom("customers")
    .select("responsibleUserId")
    .where("id", "=", values.customerId)
    .executeTakeFirst();
  return customer?.responsibleUserId ?? undefined;
}

const categoryOf = (type: TermType): NotificationCategory =>
  type === "device" || type === "contract" ? type : "deadline";
