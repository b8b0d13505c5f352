import type { CheckEvent } from "../../contract/checks/events.ts";
import { systemContext, transact } from "../../server/db/transact.ts";
import { followCheckEvents } from "../../server/features/incidents/follow-events.ts";
import { tellDue } from "../../server/features/incidents/messages.ts";
import type { Api } from "../../server/features/router.ts";
import type { Person } from "../../server/trpc/context.ts";
import { type Office, openOffice } from "./office.ts";
import { createRecord } from "./records/records.ts";

/** A portal of a test, whether it has a server or not. */
type Running = Pick<Office, "services">;
type Target = { type: CheckEvent["targetType"]; id: string };

/** A portal with Jana, a member, and Maren, a maintainer. */
export async function openIncidentOffice() {
  const office = await openOffice();
  const jana = await office.hire({ name: "Jana Petersen" });
  const maren = await office.hire({ name: "Maren Ahlers", role: "maintainer" });
  return { office, jana, maren, janas: await office.as(jana), marens: await office.as(maren) };
}

/** The incidents that are not closed, as this person lists them. */
export async function listOpen(api: Api) {
  const { data } = await api.incident.list({ where: [{ field: "state", is: "oneOf", values: ["open", "claimed"] }] });
  return data;
}

/** What the bell of somebody holds about incidents, oldest first. */
export async function bellOf({ services }: Running, { id }: Person): Promise<string[]> {
  const rows = await services.db
    .selectFrom("notifications")
    .select("title")
    .where("forUserId", "=", id)
    .where("category", "=", "incident")
    .orderBy("id")
    .execute();
  return rows.map(({ title }) => title);
}

/** What the checker tells of targets, at the time of the portal's clock. */
export async function tellEvents(
  { services }: Running,
  kind: CheckEvent["kind"],
  targets: readonly Target[],
  data: CheckEvent["data"] = { code: "timeout", text: "Keine Verbindung (Timeout)" },
): Promise<void> {
  const at = services.now().toISOString();
  const events = targets.map(({ type, id }, index) => ({
    id: index,
    at,
    checkId: `check-${id}`,
    targetType: type,
    targetId: id,
    kind,
    data,
  }));
  await transact(systemContext(services), (tx) => followCheckEvents(tx, events));
}

export const sendDue = ({ services }: Running) => tellDue(services);

/** A host with websites of one customer, for whom a person is responsible. */
export async function hostWithSites(
  office: Office,
  { count, responsibleUserId, slaLevel }: { count: number; responsibleUserId: string; slaLevel?: string },
): Promise<{ host: Target; customerId: string; sites: Target[] }> {
  const admin = await office.as(await office.hire({ name: "Alma Admin", role: "admin" }));
  const host = await createRecord(admin, "host", { name: `web-${count}` });
  const customer = await createRecord(admin, "customer", { responsibleUserId, slaLevel: slaLevel ?? null });
  const sites: Target[] = [];
  for (let no = 0; no < count; no += 1) {
    const hosts = [{ id: host.id, role: "web" }];
    const { id } = await createRecord(admin, "website", { hosts, customerId: customer.id });
    sites.push({ type: "website", id });
  }
  return { host: { type: "host", id: host.id }, customerId: customer.id, sites };
}

/** Gives websites a check, as the portal derives it from their addresses. */
export async function watch({ services }: Office, sites: readonly Target[]): Promise<void> {
  await services.db
    .insertInto("checks")
    .values(
      sites.map(({ type, id }, index) => ({
        id: `check-${id}`,
        kind: "http" as const,
        targetType: type,
        targetId: id,
        label: "Website",
        address: `address-${index}:443`,
        intervalS: 60,
        timeoutMs: 10_000,
        config: "{}",
        revision: 1,
        pausedAt: null,
        pausedById: null,
        secret: null,
        quietFrom: null,
        quietUntil: null,
        askedAt: null,
        statusSince: null,
        cause: null,
        removedAt: null,
        createdAt: "",
        updatedAt: "",
      })),
    )
    .execute();
}
