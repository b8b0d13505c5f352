import { requireValue } from "../../contract/narrowing.ts";
import type { RecordBody } from "../../contract/records/rows.ts";
import { domains } from "../features/domains/store.ts";
import { websites } from "../features/websites/store.ts";
import { dynamic } from "../records/conditions/dynamic.ts";
import type { SampleCustomer } from "./sample-customers.ts";
import type { Workplace } from "./workplace.ts";

const extras = [
  { part: "shop", label: "Onlineshop", kind: "shop" },
  { part: "karriere", label: "Karriere", kind: "landing" },
  { part: "portal", label: "Kundenportal", kind: "portal" },
  { part: "intranet", label: "Intranet", kind: "intranet" },
  { part: "staging", label: "Staging", kind: "staging" },
] as const;
const systems = [
  ["WordPress", ["7.1.0", "7.1.0", "7.1.0", "7.0.4", "7.0.4", "6.9.7", "6.8.3"]],
  ["TYPO3", ["14.3.6", "13.4.34", "13.4.22", "12.4.41"]],
  ["Contao", ["5.7.11", "5.3.49", "5.3.19"]],
  ["Shopware", ["6.7.13.0", "6.7.4.2"]],
  ["Kirby", ["5.5.3", "5.1.4"]],
] as const;
const websiteCount = 140;
const domainCount = 180;

interface Surroundings {
  customers: readonly SampleCustomer[];
  hostIds: readonly string[];
  tagIds: readonly string[];
}

/** Creates 140 websites, each with its registrable domain; returns the websites' ids by customer. */
export async function createWebsites(
  workplace: Workplace,
  { customers, hostIds, tagIds }: Surroundings,
): Promise<Map<string, string[]>> {
  const { chance, team, day } = workplace;
  const bodies = Array.from({ length: websiteCount }, (_, index): RecordBody => {
    const customer = requireValue(customers[index % customers.length]);
    const round = Math.floor(index / customers.length);
    const isPortal = round === 1 && customer.name === "Stadtwerke Elmstedt";
    const extra = round === 0 ? undefined : isPortal ? extras[2] : extras[(index + round) % extras.length];
    const [cms, versions] = extra?.kind === "shop" ? systems[3] : chance.pick(systems);
    const knowsCustomer = chance.percent(93);
    return {
      name: isPortal ? `portal.${customer.slug}.example` : extra ? `${customer.name} – ${extra.label}` : customer.name,
      url: `https://${extra ? extra.part : "www"}.${customer.slug}.example`,
      kind: extra?.kind ?? "company",
      lifecycle: extra?.kind === "staging" ? "development" : customer.isFormer ? "shutDown" : "live",
      customerId: knowsCustomer ? customer.id : null,
      hosts: chance.percent(94) ? [{ id: chance.pick(hostIds), role: "web" }] : [],
      cms: chance.percent(92) ? cms : null,
      cmsVersion: chance.percent(85) ? chance.pick(versions) : null,
      phpVersion: chance.pick(["8.4", "8.3", "8.3", "8.2", "7.4", null]),
      adminUrl: cms === "WordPress" ? `https://${extra ? extra.part : "www"}.${customer.slug}.example/wp-admin` : null,
      launchedAt: day(-chance.int(30, 3000)),
      responsibleUserId: chance.percent(88) ? chance.pick(team).id : null,
      tags: chance.percent(35) ? [chance.pick(tagIds)] : [],
    };
  });
  const byCustomer = new Map<string, string[]>();
  for (const [index, { id }] of (await workplace.create(websites, bodies, [300, 1])).entries()) {
    const customerId = customers[index % customers.length]?.id ?? "";
    byCustomer.set(customerId, [...(byCustomer.get(customerId) ?? []), id]);
  }
  return byCustomer;
}

/** Adds domains that stand for themselves until there are 180, and gives all of them their terms. */
export async function createDomains(
  workplace: Workplace,
  customers: readonly SampleCustomer[],
  accountIds: readonly string[],
): Promise<void> {
  const { chance, services } = workplace;
  const known = await dynamic(services.db).selectFrom("domains").select("id").orderBy("id").execute();
  const updates = known.map(({ id }) => ({ id: id, body: termsOf(workplace, accountIds) }));
  await workplace.update(domains, updates, [60, 1]);
  const bodies = Array.from({ length: domainCount - known.length }, (_, offset): RecordBody => {
    const index = known.length + offset;
    const customer = requireValue(customers[index % customers.length]);
    const purpose = chance.pick(["redirect", "protection", "mail", "parked"] as const);
    const name =
      index % 12 === 0
        ? `${["grün", "schön", "früh", "größe", "übermorgen"][(index / 12 + Math.floor(index / 60)) % 5]}-${customer.slug}.example`
        : `${customer.slug}-${["online", "nord", "24", "info"][(index + Math.floor(index / 60)) % 4]}.example`;
    return {
      name,
      customerId: chance.percent(95) ? customer.id : null,
      purpose,
      redirectTarget: purpose === "redirect" ? `https://www.${customer.slug}.example` : null,
      ...termsOf(workplace, accountIds),
    };
  });
  await workplace.create(domains, bodies, [300, 1]);
}

function termsOf({ chance, day, team }: Workplace, accountIds: readonly string[]): RecordBody {
  const isOpen = chance.percent(18);
  return {
    ownership: chance.pick(["customer", "customer", "agency", "external"] as const),
    registrarAccountId: chance.percent(94) ? chance.pick(accountIds) : null,
    registeredAt: day(-chance.int(400, 5000)),
    renewsAt: chance.percent(95) ? day(chance.int(3, 365)) : null,
    noticeDays: chance.pick([0, 14, 30]),
    periodMonths: 12,
    renewDecision: isOpen ? "open" : chance.percent(92) ? "keep" : "cancel",
    costCents: chance.pick([590, 1140, 1490, 2900]),
    priceCents: chance.percent(88) ? chance.pick([1900, 2900, 3900]) : null,
    nameservers: ["ns1.nordlicht.example", "ns2.nordlicht.example"],
    dnssec: chance.percent(40),
    responsibleUserId: chance.percent(85) ? chance.pick(team).id : null,
    nis2Status: chance.pick(["unchecked", "emailConfirmed", "dataConfirmed"] as const),
  };
}
