import { requireValue } from "../../contract/narrowing.ts";
import type { RecordBody } from "../../contract/records/rows.ts";
import { dayMs } from "../../contract/time/durations.ts";
import { actingAs } from "../auth/surroundings.ts";
import { activeUsers } from "../db/active-users.ts";
import { deviceCategories } from "../features/device-categories/store.ts";
import { checkOut } from "../features/devices/movements.ts";
import { devices } from "../features/devices/store.ts";
import { locations } from "../features/locations/store.ts";
import type { PersonContext } from "../trpc/context.ts";
import type { Workplace } from "./workplace.ts";

/** Kinds of devices with how many of them the agency has, and what they cost in whole Euro. */
const stock: readonly [category: string, name: string, manufacturer: string, count: number, euro: number][] = [
  ["Notebook", "Falke 14", "Kranich", 18, 1390],
  ["Notebook", "Falke 16 Studio", "Kranich", 6, 2190],
  ["Monitor", "Weitsicht 27", "Lumen", 20, 420],
  ["Smartphone", "Taube 12", "Kranich", 12, 690],
  ["Tablet", "Schiefer 11", "Kranich", 4, 540],
  ["Kamera", "Blick R5", "Lumen", 3, 1850],
  ["Server", "Fels 2HE", "Rechenwerk", 2, 3900],
  ["Netzwerk", "Knoten 24", "Rechenwerk", 5, 310],
  ["Peripherie", "Dock USB-C", "Lumen", 8, 180],
  ["Lizenz-Dongle", "Schnittplatz-Dongle", "Blende", 2, 260],
];

/** Creates 80 devices; two of three notebooks, phones and monitors are with somebody, a few overdue. */
export async function createDevices(workplace: Workplace): Promise<void> {
  const { chance, day } = workplace;
  const locationIds = await findOrCreate(workplace, locations, ["Büro", "Lager", "Homeoffice"]);
  const categories = await findOrCreate(workplace, deviceCategories, [...new Set(stock.map(([category]) => category))]);
  const ids: string[] = [];
  for (const [category, name, manufacturer, count, euro] of stock) {
    const bodies = Array.from({ length: count }, (_, index): RecordBody => {
      const age = chance.int(20, 1300);
      return {
        name,
        manufacturer,
        model: name,
        categoryId: categories.get(category) ?? null,
        locationId: chance.pick([...locationIds.values()]),
        serial: `${manufacturer.slice(0, 2).toUpperCase()}${chance.int(100_000, 999_999)}${index}`,
        status: chance.percent(90) ? "available" : chance.pick(["repair", "retired", "missing"] as const),
        condition: chance.pick(["new", "good", "used"] as const),
        ownership: chance.pick(["agency", "agency", "agency", "leased"] as const),
        purchasedAt: day(-age),
        warrantyMonths: 36,
        usefulLifeMonths: 36,
        priceCents: euro * 100,
        encrypted: category === "Notebook" ? chance.pick(["yes", "yes", "no"] as const) : null,
        nextAuditAt: day(chance.int(-10, 300)),
      };
    });
    for (const { id } of await workplace.create(devices, bodies, [300, 20])) ids.push(id);
  }
  await checkOutAll(workplace, ids);
}

async function findOrCreate(workplace: Workplace, store: typeof locations, names: readonly string[]) {
  const db = workplace.services.db;
  const rows =
    store === locations
      ? await db.selectFrom("locations").select(["id", "title"]).execute()
      : await db.selectFrom("deviceCategories").select(["id", "title"]).execute();
  const known = new Map(rows.map(({ id, title }) => [title, id]));
  const missing = names.filter((name) => !known.has(name));
  for (const { id, title } of await workplace.create(
    store,
    missing.map((name) => ({ name })),
    [390, 390],
  ))
    known.set(title, id);
  return new Map(names.map((name) => [name, requireValue(known.get(name))]));
}

async function checkOutAll({ services, chance, team, day }: Workplace, ids: readonly string[]): Promise<void> {
  const person = requireValue(team[0]);
  const people = await activeUsers(services.db).select("id").execute();
  const free = await services.db.selectFrom("devices").select("id").where("status", "=", "available").execute();
  const isFree = new Set(free.map(({ id }) => id));
  const given = ids.filter((id) => isFree.has(id) && chance.percent(60));
  for (const [index, id] of given.entries()) {
    const handedOutAt = new Date(services.now().getTime() - chance.int(30, 200) * dayMs);
    const ctx = {
      ...services,
      ...actingAs(services, person.id),
      now: () => handedOutAt,
      person,
      publish: () => undefined,
    };
    await checkOut(ctx as unknown as PersonContext, {
      deviceIds: [id],
      to: { type: "user", id: chance.pick(people).id },
      expectedReturnAt: index % 6 === 0 ? day(chance.int(-12, 40)) : null,
      condition: null,
      accessories: index % 4 === 0 ? ["Netzteil", "Tasche"] : [],
      note: "",
    });
  }
  await services.db.deleteFrom("notifications").where("category", "=", "device").execute();
}
