import type { RecordBody } from "../../contract/records/rows.ts";
import { contacts } from "../features/contacts/store.ts";
import { contractItems } from "../features/contract-items/store.ts";
import { contracts } from "../features/contracts/store.ts";
import { customers } from "../features/customers/store.ts";
import { toSlug } from "./chance.ts";
import { cityZips, companies, firstNames, lastNames, streets } from "./companies.ts";
import type { Workplace } from "./workplace.ts";

/** A sample customer and what the other parts need to know of it. */
export interface SampleCustomer {
  id: string;
  name: string;
  slug: string;
  isFormer: boolean;
}

/** Creates the 60 customers with their people; a few lack what real ones lack. */
export async function createCustomers(workplace: Workplace, tagIds: readonly string[]): Promise<SampleCustomer[]> {
  const { chance, team, day } = workplace;
  const bodies = companies.map(([name, kind, legalForm, city], index): RecordBody => {
    const slug = toSlug(name);
    const avvStatus = chance.percent(60) ? "signed" : chance.pick(["missing", "sent", "outdated"] as const);
    const isSigned = avvStatus === "signed";
    return {
      name: legalForm?.startsWith("e. V") || legalForm === null ? name : `${name} ${legalForm}`,
      kind,
      legalForm,
      status: isFormerAt(index) ? "former" : index % 13 === 12 ? "prospect" : "active",
      email: `kontakt@${slug}.example`,
      phone: chance.percent(90) ? `+49 40 66969${String(100 + index * 7)}` : null,
      website: `https://www.${slug}.example`,
      billingStreet: `${chance.pick(streets)} ${chance.int(1, 120)}`,
      billingZip: cityZips[city] ?? null,
      billingCity: city,
      billingCountry: "DE",
      slaLevel: chance.pick(["none", "standard", "standard", "premium"] as const),
      hourlyRateCents: chance.pick([9500, 10500, 11500, 12500]),
      avvStatus,
      avvSignedAt: isSigned ? day(-chance.int(100, 900)) : null,
      avvReviewAt: isSigned ? day(chance.int(-20, 500)) : null,
      since: day(-chance.int(200, 4000)),
      lastContactAt: day(-chance.int(1, 200)),
      responsibleUserId: chance.percent(92) ? chance.pick(team).id : null,
      tags: chance.percent(40) ? [chance.pick(tagIds)] : [],
      ...(index === 0 && {
        notes:
          "Saison von **April bis Oktober**: in dieser Zeit keine Umbauten ohne Absprache.\n\n- Buchungssystem liegt beim Hersteller\n- Fotos nur mit Freigabe",
      }),
    };
  });
  const written = await workplace.create(customers, bodies, [380, 40]);
  const created = written.map(({ id }, index): SampleCustomer => {
    const name = companies[index]?.[0] ?? "";
    return { id, name, slug: toSlug(name), isFormer: isFormerAt(index) };
  });
  await workplace.create(
    contacts,
    created.flatMap((customer, index) => {
      // Whoever pays for quick help has named whom to call at night.
      const emergencyPhone =
        bodies[index]?.slaLevel === "none" ? null : `+49 40 66969${String(index).padStart(3, "0")}`;
      return peopleOf(workplace, customer, emergencyPhone);
    }),
    [39, 1],
  );
  return created;
}

const isFormerAt = (index: number) => index % 20 === 19;

function peopleOf(
  { chance }: Workplace,
  { id: customerId, slug }: SampleCustomer,
  emergencyPhone: string | null,
): RecordBody[] {
  const count = chance.int(1, 3);
  return Array.from({ length: count }, (_, index) => {
    const [firstName, lastName] = [chance.pick(firstNames), chance.pick(lastNames)];
    return {
      customerId,
      firstName,
      lastName,
      salutation: chance.pick(["mrs", "mr", "none"] as const),
      email: `${toSlug(firstName)}.${toSlug(lastName)}@${slug}.example`,
      phone: chance.percent(70) ? `+49 40 66969${chance.int(600, 999)}` : null,
      ...(index === 0 && emergencyPhone && { mobile: emergencyPhone }),
      position: index === 0 ? "Geschäftsführung" : chance.pick(["Buchhaltung", "Marketing", "Technik"]),
      roles:
        index === 0
          ? ["decision", ...(emergencyPhone ? ["emergency"] : [])]
          : [chance.pick(["tech", "accounting", "emergency"])],
      isPrimary: index === 0,
    };
  });
}

/** Gives two of three customers a contract for the upkeep of their websites, some of them due soon. */
export async function createContracts(
  workplace: Workplace,
  among: readonly SampleCustomer[],
  websitesOf: ReadonlyMap<string, readonly string[]>,
): Promise<void> {
  const { chance, day } = workplace;
  const chosen = among.filter((_, index) => index % 3 !== 2);
  const bodies = chosen.map(({ id: customerId, isFormer }, index): RecordBody => {
    const soon = index % 6 === 0;
    return {
      number: `V-${2020 + (index % 6)}-${String(index + 1).padStart(3, "0")}`,
      title: chance.pick(["Wartung und Pflege", "Hosting und Wartung", "Wartung Premium"]),
      customerId,
      kind: "maintenance",
      status: isFormer ? "ended" : "active",
      startAt: day(-chance.int(200, 1500)),
      endAt: soon ? day(chance.int(20, 75)) : day(chance.int(100, 420)),
      periodMonths: 12,
      noticeDays: chance.pick([30, 60, 90]),
      cycle: chance.pick(["monthly", "monthly", "quarterly", "yearly"] as const),
    };
  });
  const written = await workplace.create(contracts, bodies, [200, 40]);
  const items = written.flatMap(({ id: contractId }, index) =>
    itemsOf(workplace, contractId, websitesOf.get(chosen[index]?.id ?? "")),
  );
  await workplace.create(contractItems, items, [39, 30]);
}

function itemsOf({ chance }: Workplace, contractId: string, websiteIds: readonly string[] = []): RecordBody[] {
  return websiteIds.slice(0, 2).map((websiteId) => ({
    contractId,
    label: "Updates, Sicherung und Überwachung",
    websiteId,
    quantity: 1,
    unitPriceCents: chance.pick([4900, 7900, 12900, 19900]),
    costCents: chance.pick([900, 1500, 2500]),
  }));
}
