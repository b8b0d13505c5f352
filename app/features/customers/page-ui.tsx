import { RecentMerges } from "../../records/merge/recent-merges.tsx";
import type { PageUi } from "../../records/record-ui.tsx";
import { AskAction, AskedQuestions } from "../customer-questions/open-ask.tsx";
import { MaintenanceItem } from "../maintenance/maintenance-item.tsx";
import { customerValues } from "./values.ts";

/** What is special about the page of a customer. */
export const customerPageUi: PageUi = {
  values: customerValues,
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
};
