import { foldText } from "../../contract/values/fold.ts";
import type { Db } from "../db/connection.ts";
import { newId } from "../db/new-id.ts";
import { repairSearch } from "../search/rebuild.ts";
import { openChance, toSlug } from "./chance.ts";
import { cityZips, lastNames } from "./companies.ts";

const trades = [
  "Bäckerei",
  "Tischlerei",
  "Praxis",
  "Kanzlei",
  "Gärtnerei",
  "Autohaus",
  "Pension",
  "Druckerei",
  "Optik",
];
const systems = ["WordPress", "TYPO3", "Contao", "Shopware", "Kirby", null];
const chunk = 250;
const customersPerWebsites = 20;

/**
 * Fills a migrated portal with 1,000 to 100,000 websites and their customers, the same ones for the same count. They
 * are written straight into the tables, without history.
 */
export async function createManyWebsites(db: Db, count: number, actorId: string): Promise<void> {
  const chance = openChance(count);
  const cities = Object.keys(cityZips);
  const at = "2026-01-05T08:00:00.000Z";
  const stamp = { createdAt: at, updatedAt: at, createdById: actorId, updatedById: actorId, archivedAt: null };
  const nameOf = (index: number) =>
    `${chance.pick(trades)} ${chance.pick(lastNames)} ${chance.pick(cities)} ${String(index + 1).padStart(6, "0")}`;

  const customers = Array.from({ length: Math.ceil(count / customersPerWebsites) }, (_, index) => {
    const name = nameOf(index);
    const known = { number: `M-${String(index + 1).padStart(6, "0")}`, kind: "company", status: "active" };
    return { id: newId(), title: name, sortTitle: foldText(name), name, ...known, ...stamp };
  });
  for (let from = 0; from < customers.length; from += chunk)
    await db
      .insertInto("customers")
      .values(customers.slice(from, from + chunk))
      .execute();

  for (let from = 0; from < count; from += chunk) {
    const websites = Array.from({ length: Math.min(chunk, count - from) }, (_, offset) => {
      const name = nameOf(from + offset);
      return {
        id: newId(),
        title: name,
        sortTitle: foldText(name),
        name,
        url: `https://www.${toSlug(name)}.example`,
        kind: chance.pick(["company", "shop", "landing", "portal"]),
        lifecycle: chance.percent(85) ? "live" : "development",
        customerId: chance.percent(92) ? chance.pick(customers).id : null,
        cms: chance.pick(systems),
        responsibleUserId: chance.percent(80) ? actorId : null,
        ...stamp,
      };
    });
    await db.insertInto("websites").values(websites).execute();
  }
  await repairSearch({ db, now: () => new Date(at) });
}
