import type { AnnouncementState } from "../../../contract/channels/announcements.ts";
import { isOneOf } from "../../../contract/narrowing.ts";
import type { Tx } from "../../db/transact.ts";
import { announceToTeam } from "../../notifications/announce.ts";

const maxNamed = 5;

interface Told {
  incidentId: string;
  occasion: string;
}

/**
 * Tells rooms what people are told of an incident: one message, which grows with it and ends with it. Who takes care of it
 * is added where the message can change, and alerts nobody.
 */
export async function announceIncident(tx: Tx, { incidentId, occasion }: Told): Promise<void> {
  const incident = await tx.db
    .selectFrom("incidents")
    .select(["number", "title", "severity", "cause", "rootType", "endReason"])
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
  const claimant = await tx.db
    .selectFrom("claims")
    .innerJoin("users", "users.id", "claims.userId")
    .select("users.name")
    .where("subjectType", "=", "incident")
    .where("subjectId", "=", incidentId)
    .where("endsAt", ">", tx.now().toISOString())
    .executeTakeFirst();
  const state = stateOf(occasion);
  const factsFor = (own: typeof members) => {
    const shown = state === "ended" ? own : own.filter(({ until }) => until === null);
    return [
      { label: "Betroffen", value: listed(shown.map(({ label }) => label)) },
      { label: "Kunden", value: listed([...new Set(shown.flatMap(({ customer }) => customer ?? []))]) },
      { label: "Ursache", value: incident.cause ?? "" },
      { label: "Kümmert sich", value: state === "ended" ? "" : (claimant?.name ?? "") },
    ].filter(({ value }) => value !== "");
  };
  await announceToTeam(tx, {
    topicKey: `incident:${incidentId}`,
    state,
    category: "incident",
    severity: incident.severity,
    title: titleFor(incident, occasion),
    text: occasion === "escalated" ? "Bisher kümmert sich niemand." : "",
    facts: factsFor(members),
    partFor: (customerIds) => {
      const own = members.filter(({ customerId }) => customerId !== null && customerIds.has(customerId));
      // The title names the root, which may be a website, a domain or a certificate of somebody else.
      const isOthers = own.length < members.length && isOneOf(ownedRoots, incident.rootType);
      const title = isOthers ? `${listed(own.map(({ label }) => label))} ist mitbetroffen` : incident.title;
      return { title: titleFor({ ...incident, title }, occasion), facts: factsFor(own) };
    },
    link: `/incidents/${incidentId}`,
    customerIds: [...new Set(members.flatMap(({ customerId }) => customerId ?? []))],
    toldUserIds: known.map(({ userId }) => userId),
  });
}

/** What belongs to a customer; hosts, providers and name servers are shared. */
const ownedRoots = ["website", "domain", "certificate"] as const;

function stateOf(occasion: string): AnnouncementState {
  if (occasion === "opened") return "open";
  if (occasion === "claimed") return "amended";
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
