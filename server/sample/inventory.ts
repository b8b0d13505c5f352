import { tags } from "../features/tags/store.ts";
import { createContracts, createCustomers } from "./sample-customers.ts";
import { createDevices } from "./sample-devices.ts";
import { createHosts, createRegistrarAccounts } from "./sample-hosts.ts";
import { createDomains, createWebsites } from "./sample-websites.ts";
import type { Workplace } from "./workplace.ts";

const tagColours: Record<string, string> = {
  Stammkunde: "#2f66b5",
  Relaunch: "#7a51b5",
  Saisonal: "#9c6b00",
  Barrierefrei: "#0b7f86",
  Premium: "#3b3438",
};

/** Fills a portal that has a team with the sample agency's customers, websites, domains, hosts and devices. */
export async function createSampleInventory(place: Workplace): Promise<void> {
  const labels = Object.entries(tagColours).map(([name, color]) => ({ name, color }));
  const tagIds = (await place.create(tags, labels, [390, 390])).map(({ id }) => id);
  const hostIds = await createHosts(place, tagIds);
  const accountIds = await createRegistrarAccounts(place);
  const customers = await createCustomers(place, tagIds);
  const websitesOf = await createWebsites(place, { customers, hostIds, tagIds });
  await createDomains(place, customers, accountIds);
  await createContracts(place, customers, websitesOf);
  await createDevices(place);
}
