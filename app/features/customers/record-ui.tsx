import { RecentMerges } from "../../records/merge/recent-merges.tsx";
import type { RecordUi } from "../../records/record-ui.tsx";
import { SimilarCustomers } from "./similar-customers.tsx";

/** What is special about customers. */
export const customerUi: RecordUi = {
  lead: { state: "status", facts: ["number", "phone", "email"] },
  derivedBeside: {
    phone: ["mainContactId"],
    hourlyRateCents: ["monthlyRevenueCents", "monthlyCostCents", "marginCents"],
    lastContactAt: ["nextDeadlineAt"],
  },
  OverviewNotice: ({ record }) => <RecentMerges type="customer" record={record} />,
  fieldHint: (name, { values, stored }) =>
    name === "name" && !stored && <SimilarCustomers typed={typedCustomer(values)} />,
};

function typedCustomer(values: Readonly<Record<string, unknown>>) {
  const textOf = (name: string) => (typeof values[name] === "string" ? values[name] : "");
  return { name: textOf("name"), email: textOf("email"), website: textOf("website"), vatId: textOf("vatId") };
}
