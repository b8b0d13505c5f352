import { statusLabel } from "../../../contract/registrations/registrations.ts";
import { minuteMs } from "../../../contract/time/durations.ts";
import { newId } from "../../../server/db/new-id.ts";
import { updateSettings } from "../../../server/features/settings/commands.ts";
import { updateRecord } from "../../../server/records/commands.ts";
import { storeOf } from "../../../server/records/registry.ts";
import type { Cast } from "../cast.ts";
import { newcomers } from "../newcomers.ts";
import { technician } from "../scenery.ts";
import type { SiteAnswer } from "../sites/site-pages.ts";
import { readSites, type Stage } from "../stage.ts";
import { type DemoNames, ending } from "./zones.ts";

/** The registry of all names of the demo, which answers by RDAP. */
export const registryName = "rdap.registry.example";
const registryPaceMs = 500;
const watchedCount = 3;
/** What new domains of the ending cost and bring, and how long they are taken for. */
const usual = { periodMonths: 12, noticeDays: 30, costCents: 11_40, priceCents: 29_00 } as const;

/** Servers that the agency has not entered yet, where its websites without a host are found. */
const unknownServers = {
  "srv7.gutgehostet.example": "198.51.100.7",
  "srv8.gutgehostet.example": "198.51.100.8",
} as const;
/** An address of a delivery network, to which nothing connects. */
const behindCdn = "104.16.132.229";

/** Names the domains, websites and servers of the sample agency for the DNS, and tells the portal who its registry is. */
export async function nameEverything(stage: Stage): Promise<DemoNames> {
  const { db } = stage.services;
  const domains = await db
    .selectFrom("domains")
    .select(["id", "nameAce", "purpose", "registeredAt", "renewsAt", "redirectTarget"])
    .where("archivedAt", "is", null)
    .orderBy("nameAce")
    .execute();
  const watched = domains.filter(({ purpose }) => purpose === "website").slice(0, watchedCount);
  await db
    .updateTable("domains")
    .set({ watchesLookalikes: 1 })
    .where(
      "id",
      "in",
      watched.map(({ id }) => id),
    )
    .execute();
  // The registry says the same when it is asked, which takes its turn.
  const deleted = domains.find(({ purpose }) => purpose === "parked");
  await db
    .updateTable("domains")
    .set({ registryStatus: statusLabel("redemption period") })
    .where("id", "=", deleted?.id ?? "")
    .execute();
  await updateSettings(stage.as("Jana Petersen"), {
    section: "domains",
    values: { endings: [{ ending, ...usual, rdap: `https://${registryName}/`, paceMs: registryPaceMs }] },
    secrets: {},
    version: 0,
  });
  return {
    domains: domains.map(({ id, nameAce, purpose, registeredAt, renewsAt, redirectTarget }) => ({
      nameAce,
      isDeleted: id === deleted?.id,
      purpose,
      registeredOn: registeredAt,
      expiresOn: renewsAt,
      redirectTarget: purpose === "redirect" ? redirectTarget : null,
    })),
    addresses: await readAddresses(stage),
    watched: watched.map(({ nameAce }) => nameAce),
  };
}

async function readAddresses(stage: Stage): Promise<DemoNames["addresses"]> {
  const hosts = await stage.services.db.selectFrom("hosts").select(["id", "hostname", "ips"]).execute();
  const ipsOf = new Map(hosts.map(({ id, ips }) => [id, JSON.parse(ips) as string[]]));
  const servers = hosts.flatMap(({ id, hostname }) => (hostname ? [[hostname, ipsOf.get(id) ?? []] as const] : []));
  const unknown = Object.values(unknownServers);
  let homeless = 0;
  const sites = (await readSites(stage)).map(({ name, hostId }) => {
    const ips = hostId ? ipsOf.get(hostId) : undefined;
    if (ips) return [name, ips] as const;
    homeless += 1;
    return [name, [homeless % 6 === 0 ? behindCdn : (unknown[homeless % 3 === 0 ? 1 : 0] ?? "")]] as const;
  });
  // Some of whoever is no customer yet are at a server of the agency's, the others at one that nobody has entered.
  const [kept] = servers;
  const strange = Object.entries(newcomers).map(([name, { isBehindCdn }], index) => {
    if (isBehindCdn) return [name, [behindCdn]] as const;
    const ips = index % 2 === 0 ? kept?.[1] : undefined;
    return [name, ips ?? [unknownServers["srv7.gutgehostet.example"]]] as const;
  });
  const strangers = Object.entries(unknownServers).map(([name, ip]) => [name, [ip]] as const);
  return Object.fromEntries([...servers, ...strangers, ...sites, ...strange]);
}

/** What a provider says on its status page. */
export interface ProviderNotice {
  host: string;
  title: string;
  beginsAt: string;
}

/** Has the provider of the server that is down say so on a status page, which the portal reads. */
export async function reportTrouble(stage: Stage, { broken }: Cast): Promise<ProviderNotice> {
  const { db } = stage.services;
  const { id, version } = await db
    .selectFrom("providers as p")
    .innerJoin("hosts as h", "h.providerId", "p.id")
    .select(["p.id", "p.version"])
    .where("h.id", "=", broken.id)
    .executeTakeFirstOrThrow();
  const host = "status.rechenzentrum.example";
  const body = { statusPageUrl: `https://${host}/` };
  await updateRecord(storeOf("provider"), stage.as(technician), { params: { id }, body, version });
  const beginsAt = new Date(stage.present.getTime() - 35 * minuteMs).toISOString();
  const title = "Störung im Netz des Rechenzentrums Nord";
  // The portal asks every few minutes: it knows by now what the page has said for half an hour.
  await db
    .insertInto("providerNotices")
    .values({ id: newId(), providerId: id, externalId, title, url: null, beginsAt, seenAt: beginsAt, endedAt: null })
    .execute();
  return { host, title, beginsAt };
}

const externalId = "stoerung-1";

/** The status page as Statuspage has it. */
export function answerOfProvider({ title, beginsAt }: ProviderNotice): SiteAnswer {
  const incidents = [{ id: externalId, name: title, status: "investigating", started_at: beginsAt }];
  return { status: 200, headers: { "content-type": "application/json" }, body: JSON.stringify({ incidents }) };
}
