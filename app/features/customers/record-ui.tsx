import { RecentMerges } from "../../records/merge/recent-merges.tsx";
import type { RecordUi } from "../../records/record-ui.tsx";
import { AskAction, AskedQuestions } from "../customer-questions/open-ask.tsx";
import { MaintenanceItem } from "../maintenance/maintenance-item.tsx";
import { HealthValue, OpenIncidents } from "./health-value.tsx";
import { SimilarCustomers } from "./similar-customers.tsx";

/** What is special about customers. */
export const customerUi: RecordUi = {
  values: { health: HealthValue, incidents: OpenIncidents },
  MenuActions: MaintenanceItem,
  lead: { state: "status", facts: ["number", "phone", "email"] },
  derivedBeside: {
    status: ["health", "incidents"],
    phone: ["mainContactId"],
    hourlyRateCents: ["monthlyRevenueCents", "monthlyCostCents", "marginCents"],
    lastContactAt: ["nextDeadlineAt"],
  },
  HeaderActions: AskAction,
  OverviewNotice: ({ record }) => (
    <>
      <RecentMerges type="customer" record={record} />
      <AskedQuestions record={record} />
    </>
  ),
  fieldHint: (name, { values, stored }) =>
    name === "name" && !stored && <SimilarCustomers typed={typedCustomer(values)} />,
};

function typedCustomer(values: Readonly<Record<string, unknown>>) {
  const textOf = (name: string) => (typeof values[name] === "string" ? values[name] : "");
  return { name: textOf("name"), email: textOf("email"), website: textOf("website"), vatId: textOf("vatId") };
}
