import { contacts } from "../contacts.ts";
import { contractItems } from "../contract-items.ts";
import { contracts } from "../contracts.ts";
import { customers } from "../customers.ts";
import { deviceCategories } from "../device-categories.ts";
import { devices } from "../devices.ts";
import { domains } from "../domains.ts";
import { feedback } from "../feedback.ts";
import { hosts } from "../hosts.ts";
import { locations } from "../locations.ts";
import { pages } from "../pages.ts";
import { providers } from "../providers.ts";
import { registrarAccounts } from "../registrar-accounts.ts";
import { registrars } from "../registrars.ts";
import { tags } from "../tags.ts";
import { websites } from "../websites.ts";
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
  provider: providers,
  registrar: registrars,
  registrarAccount: registrarAccounts,
  deviceCategory: deviceCategories,
  location: locations,
  tag: tags,
  page: pages,
  feedback,
};

/** The declaration of a record type. */
export function declarationOf(type: RecordType): Declaration {
  return declarations[type];
}
