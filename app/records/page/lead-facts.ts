import type { MainType, RecordType } from "../../../contract/records/record-types.ts";

/** What stands below the name of a record: the field that says how it is, and what one needs of it at once. */
interface Lead {
  state: string;
  facts: readonly string[];
}

export const leads: Record<MainType, Lead> = {
  website: { state: "lifecycle", facts: ["url", "customerId"] },
  domain: { state: "purpose", facts: ["nameAce", "customerId"] },
  host: { state: "status", facts: ["hostname", "providerId", "customerId"] },
  customer: { state: "status", facts: ["number", "phone", "email"] },
  device: { state: "status", facts: ["assetTag", "assignedTo", "locationId"] },
};

/** What the server works out, beside the entered field that it belongs to. */
export const derivedBeside: Partial<Record<RecordType, Record<string, readonly string[]>>> = {
  website: { slaLevel: ["contractId"] },
  domain: { renewsAt: ["cancelBy"], priceCents: ["marginCents"] },
  host: { renewsAt: ["cancelBy"], noticeDays: ["cancelBy"] },
  customer: {
    phone: ["mainContactId"],
    hourlyRateCents: ["monthlyRevenueCents", "monthlyCostCents", "marginCents"],
    lastContactAt: ["nextDeadlineAt"],
  },
  device: { condition: ["assignedTo", "expectedReturnAt"] },
};
