import { contacts } from "../contacts/contacts.ts";
import { contractItems } from "../contract-items/contract-items.ts";
import { contracts } from "../contracts/contracts.ts";
import { customers } from "../customers/customers.ts";
import { deviceCategories } from "../device-categories/device-categories.ts";
import { devices } from "../devices/devices.ts";
import { domains } from "../domains/domains.ts";
import { feedback } from "../feedback/feedback.ts";
import { hosts } from "../hosts/hosts.ts";
import { incidents } from "../incidents/incidents.ts";
import { locations } from "../locations/locations.ts";
import { providers } from "../providers/providers.ts";
import { registrarAccounts } from "../registrar-accounts/registrar-accounts.ts";
import { registrars } from "../registrars/registrars.ts";
import { tags } from "../tags/tags.ts";
import { timeEntries } from "../time-entries/time-entries.ts";
import { websites } from "../websites/websites.ts";
import { pages } from "../wiki/pages.ts";
import type { Declaration } from "./declaration.ts";
import type { RecordType } from "./record-types.ts";

export const declarations: Record<RecordType, Declaration> = {
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
  tag: tags,
  page: pages,
  feedback,
  incident: incidents,
};

/** The declaration of a record type. */
export function declarationOf(type: RecordType): Declaration {
  return declarations[type];
}
