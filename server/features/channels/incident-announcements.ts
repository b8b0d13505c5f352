import type { AnnouncementState } from "../../../contract/channels/announcements.ts";
import type { Tx } from "../../db/transact.ts";
import { announceToTeam } from "../../notifications/announce.ts";

const maxNamed = 5;

interface Told {
  incidentId: string;
  occasion: string;
}

/** Tells rooms what people are told of an incident: one message, which grows with it and ends with it. */
export async function announceIncident(tx: Tx, { incidentId, occasion }: Told): Promise<void> {
  const incident = await tx.db
    .selectFrom("incidents")
    .select(["number", "title", "severity", "cause", "rootLabel", "endReason"])
    .where("id", "=", incidentId)
    .executeTakeFirstOrThrow();
  const members = await tx.db
    .selectFrom("incidentMembers as member")
    .leftJoin("customers", "customers.id", "member.customerId")
    .select(["member.label", "member.customerId", "customers.title as customer", "member.until"])
    .where("incidentId", "=", incidentId)
    .orderBy("member.label")
    .execute();
  const known = await tx.db
    .selectFrom("incidentMessages")
    .select("userId")
    .distinct()
    .where("incidentId", "=", incidentId)
    .execute();
  const state = stateOf(occasion);
  const shown = state === "ended" ? members : members.filter(({ until }) => until === null);
  await announceToTeam(tx, {
    topicKey: `incident:${incidentId}`,
    ...{ state, category: "incident", severity: incident.severity, title: titleFor(incident, occasion) },
    text: occasion === "escalated" ? "Bisher kümmert sich niemand." : "",
    facts: [
      { label: "Betroffen", value: listed(shown.map(({ label }) => label)) },
      { label: "Kunden", value: listed([...new Set(shown.flatMap(({ customer }) => customer ?? []))]) },
      { label: "Ursache", value: incident.cause ?? "" },
    ].filter(({ value }) => value !== ""),
    link: `/incidents/${incidentId}`,
    customerIds: [...new Set(members.flatMap(({ customerId }) => customerId ?? []))],
    toldUserIds: known.map(({ userId }) => userId),
  });
}

function stateOf(occasion: string): AnnouncementState {
  if (occasion === "opened") return "open";
  return occasion === "resolved" ? "ended" : "changed";
}

const endings: Record<string, string> = { fixed: "Behoben", falseAlarm: "Falscher Alarm", known: "Bekannt" };

function titleFor(
  { number, title, endReason }: { number: number; title: string; endReason: string | null },
  occasion: string,
): string {
  if (occasion === "resolved") return `${endings[endReason ?? "fixed"] ?? "Beendet"}: Störung #${number}: ${title}`;
  return occasion.startsWith("reminded") ? `Noch offen: Störung #${number}: ${title}` : `Störung #${number}: ${title}`;
}

function listed(names: readonly string[]): string {
  const shown = names.slice(0, maxNamed).join(", ");
  return names.length > maxNamed ? `${shown} und ${names.length - maxNamed} weitere` : shown;
}
