import type { Announcement } from "../../../contract/channels/announcements.ts";
import { type DeadlineKind, deadlineLabel } from "../../../contract/deadlines/deadlines.ts";
import { distanceText } from "../../../contract/reminders/reminders.ts";
import { addDays } from "../../../contract/time/today.ts";
import type { Tx } from "../../db/transact.ts";
import { announceToTeam } from "../../notifications/announce.ts";

/** A date as rooms hear of it. */
interface Told {
  id: string;
  kind: DeadlineKind;
  label: string | null;
  title: string | null;
  customerId: string | null;
  dueOn: string;
  cancelBy: string | null;
}

const maxNamed = 12;
/** What is due within these days is more than a hint. */
const soonDays = 7;
/** What somebody has noted for themself is for no room. */
const personal: readonly DeadlineKind[] = ["task", "custom"];

/**
 * Tells rooms of dates of which nobody was reminded so far: once for all of them, however many people hear of each. A
 * room that a rule keeps to some customers hears of theirs alone.
 */
export async function tellRooms(tx: Tx, deadlines: readonly Told[], today: string): Promise<void> {
  const told = deadlines.filter(({ kind }) => !personal.includes(kind));
  const customerIds = [...new Set(told.map(({ customerId }) => customerId))];
  if (customerIds.length <= 1) return tell(tx, told, today);
  await tell(tx, told, today, "whole");
  for (const customerId of customerIds.filter((id) => id !== null))
    await tell(
      tx,
      told.filter((deadline) => deadline.customerId === customerId),
      today,
      "part",
    );
}

async function tell(tx: Tx, told: readonly Told[], today: string, share?: Announcement["share"]): Promise<void> {
  const [first] = told;
  if (!first) return;
  const soon = addDays(today, soonDays);
  const facts = told.slice(0, maxNamed).map((deadline) => ({
    label: deadline.title ?? deadlineLabel(deadline.kind),
    value: `${deadline.label ?? deadlineLabel(deadline.kind)}, ${distanceText(deadline, today)}`,
  }));
  await announceToTeam(tx, {
    topicKey: `deadlines:${today}:${share === "part" ? `${first.customerId}:` : ""}${first.id}`,
    state: "once",
    category: "deadline",
    severity: told.some(({ cancelBy, dueOn }) => (cancelBy ?? dueOn) <= soon) ? "warning" : "info",
    title: told.length === 1 ? "Eine Frist steht an" : `${told.length} Fristen stehen an`,
    text: told.length > maxNamed ? `und ${told.length - maxNamed} weitere` : "",
    facts,
    link: "/calendar",
    customerIds: [...new Set(told.flatMap(({ customerId }) => customerId ?? []))],
    ...(share && { share }),
  });
}
