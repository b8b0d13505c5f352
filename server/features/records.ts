import type { RecordType } from "../../contract/records/record-types.ts";
import type { RecordStore } from "../records/store.ts";
import { contacts } from "./contacts/store.ts";
import { contractItems } from "./contract-items/store.ts";
import { contracts } from "./contracts/store.ts";
import { customers } from "./customers/store.ts";
import { deviceCategories } from "./device-categories/store.ts";
import { devices } from "./devices/store.ts";
import { domains } from "./domains/store.ts";
import { feedback } from "./feedback/store.ts";
import { hosts } from "./hosts/store.ts";
import { incidents } from "./incidents/store.ts";
import { locations } from "./locations/store.ts";
import { providers } from "./providers/store.ts";
import { registrarAccounts } from "./registrar-accounts/store.ts";
import { registrars } from "./registrars/store.ts";
import { tags } from "./tags/store.ts";
import { timeEntries } from "./time-entries/store.ts";
import { websites } from "./websites/store.ts";
import { pages } from "./wiki/store.ts";

/** Every record type's store, for what works on all of them: search, import, export, relations. */
export const stores: Record<RecordType, RecordStore> = {
  website: websites,
  domain: domains,
  host: hosts,
  customer: customers,
  device: devices,
  contact: contacts,
  contract: contracts,
  contractItem: contractItems,
  timeEntry: timeEntries,
  provider: providers,
  registrar: registrars,
  registrarAccount: registrarAccounts,
  deviceCategory: deviceCategories,
  location: locations,
  page: pages,
  feedback,
  incident: incidents,
  tag: tags,
};
