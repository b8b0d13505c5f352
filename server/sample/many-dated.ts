import { addDays } from "../../contract/time/today.ts";
import { foldText } from "../../contract/values/fold.ts";
import type { Db } from "../db/connection.ts";
import { newId } from "../db/new-id.ts";
import { dynamic } from "../records/conditions/dynamic.ts";
import { openChance } from "./chance.ts";
import { lastNames } from "./companies.ts";

const chunk = 200;
/** Shares of the records that are asked for; together one. */
const shares = {
  customers: 0.05,
  websites: 0.15,
  domains: 0.38,
  hosts: 0.07,
  contracts: 0.1,
  items: 0.15,
  devices: 0.1,
};

/** What the kinds of records share: their chance, their numbers and how they are written. */
function openFilling(db: Db, { count, today, actorId }: { count: number; today: string; actorId: string }) {
  const chance = openChance(count);
  const at = `${today}T06:00:00.000Z`;
  let number = 0;
  return {
    actorId,
    chance,
    /** What every record has, under the next number. */
    stamped(kind: string) {
      number += 1;
      const title = `${kind} ${chance.pick(lastNames)} ${String(number).padStart(6, "0")}`;
      const by = { createdAt: at, updatedAt: at, createdById: actorId, updatedById: actorId, archivedAt: null };
      return { id: newId(), title, sortTitle: foldText(title), name: title, ...by };
    },
    /** The number of the record that was stamped last. */
    number: () => number,
    many: <Row>(share: keyof typeof shares, make: () => Row): Row[] =>
      Array.from({ length: Math.round(count * shares[share]) }, make),
    async insert(table: string, rows: readonly Record<string, unknown>[]) {
      for (let from = 0; from < rows.length; from += chunk)
        await dynamic(db)
          .insertInto(table)
          .values(rows.slice(from, from + chunk) as never)
          .execute();
    },
    soon: (days = 720) => addDays(today, chance.int(-5, days)),
    before: () => addDays(today, -chance.int(30, 2500)),
  };
}
type Filling = ReturnType<typeof openFilling>;
type Stamped = ReturnType<Filling["stamped"]>;

/**
 * Fills a migrated portal with so many records of which half have a date that is still to come, seen from a day; the
 * same ones for the same count. They are written straight into the tables, without history, terms or deadlines.
 */
export async function createManyDated(
  db: Db,
  options: { count: number; today: string; actorId: string },
): Promise<void> {
  const filling = openFilling(db, options);
  const { actorId, chance, stamped, number, many, insert } = filling;
  const customers = many("customers", () => ({
    ...stamped("Kunde"),
    number: `K-${number()}`,
    kind: "company",
    status: "active",
    responsibleUserId: chance.percent(80) ? actorId : null,
  }));
  await insert("customers", customers);
  const ofCustomer = () => chance.pick(customers).id;
  const one = { registrar: stamped("Registrar"), provider: stamped("Anbieter"), category: stamped("Art") };
  const [account, location] = [
    { ...stamped("Konto"), registrarId: one.registrar.id },
    { ...stamped("Lager"), kind: "office" },
  ];
  for (const [table, row] of [
    ["registrars", one.registrar],
    ["registrarAccounts", account],
    ["providers", one.provider],
    ["deviceCategories", one.category],
    ["locations", location],
  ] as const)
    await insert(table, [row]);
  const domains = await addWebPresence(filling, { ofCustomer, account, provider: one.provider });
  await addContracts(filling, { ofCustomer, domains });
  await insert(
    "devices",
    many("devices", () => ({
      ...stamped("Notebook"),
      assetTag: `MT-${number()}`,
      categoryId: one.category.id,
      locationId: location.id,
      status: "available",
      ownership: "own",
      warrantyUntil: chance.percent(20) ? filling.soon() : null,
    })),
  );
}

/** Websites, domains and hosts. */
async function addWebPresence(
  { actorId, chance, stamped, number, many, insert, soon }: Filling,
  { ofCustomer, account, provider }: { ofCustomer: () => string; account: Stamped; provider: Stamped },
) {
  await insert(
    "websites",
    many("websites", () => {
      const own = stamped("Website");
      const of = {
        url: `https://seite-${number()}.example`,
        kind: "company",
        lifecycle: "live",
        customerId: ofCustomer(),
      };
      return { ...own, ...of };
    }),
  );
  const domains = many("domains", () => {
    const own = stamped("Domain");
    const name = `domain-${number()}.example`;
    const decision = chance.percent(10) ? "open" : chance.percent(3) ? "cancel" : "keep";
    return {
      ...own,
      name,
      title: name,
      sortTitle: name,
      nameAce: name,
      tld: "example",
      customerId: ofCustomer(),
      ownership: "customer",
      purpose: "website",
      registrarAccountId: account.id,
      renewDecision: decision,
      renewsAt: soon(),
      noticeDays: 14,
      periodMonths: 12,
      costCents: chance.int(500, 4000),
      priceCents: chance.percent(80) ? chance.int(1500, 6000) : null,
      responsibleUserId: actorId,
    };
  });
  await insert("domains", domains);
  await insert(
    "hosts",
    many("hosts", () => ({
      ...stamped("Hoster"),
      providerId: provider.id,
      kind: "vps",
      lifecycle: "active",
      renewsAt: soon(),
      billing: chance.pick(["monthly", "yearly"]),
      costCents: chance.int(500, 20_000),
      periodMonths: 12,
      renewDecision: "keep",
      customerId: ofCustomer(),
    })),
  );
  return domains;
}

/** Contracts with their items. */
async function addContracts(
  { chance, stamped, number, many, insert, soon, before }: Filling,
  { ofCustomer, domains }: { ofCustomer: () => string; domains: readonly { id: string }[] },
) {
  const contracts = many("contracts", () => {
    const { name: _, ...own } = stamped("Wartung");
    const startAt = before();
    return {
      ...own,
      number: `V-${number()}`,
      customerId: ofCustomer(),
      kind: "maintenance",
      status: "active",
      startAt,
      endAt: soon(360),
      periodMonths: 12,
      noticeMonths: 3,
      noticeTo: "period",
      renewDecision: "keep",
      priceCents: chance.int(2000, 40_000),
      cycle: chance.pick(["monthly", "quarterly", "yearly"]),
    };
  });
  await insert("contracts", contracts);
  await insert(
    "contractItems",
    many("items", () => {
      const { name: label, ...own } = stamped("Position");
      const amounts = { quantity: 1, unitPriceCents: chance.int(1000, 20_000), costCents: chance.int(100, 5000) };
      return { ...own, label, contractId: chance.pick(contracts).id, domainId: chance.pick(domains).id, ...amounts };
    }),
  );
}
