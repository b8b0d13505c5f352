import type { PageUi } from "../../records/record-ui.tsx";
import { CheckNow } from "../checks/check-acts.tsx";
import { HeadEdge } from "../checks/head-edge.tsx";
import { MissingContract } from "./missing-contract.tsx";
import { NextDeadlines } from "./next-deadlines.tsx";
import { websiteValues } from "./values.ts";
import { WebsiteMenu, WebsiteTop } from "./website-parts.tsx";

/** What is special about the page of a website. */
export const websitePageUi: PageUi = {
  values: websiteValues,
  HeadEdge,
  HeaderActions: CheckNow,
  MenuActions: WebsiteMenu,
  fillers: { contractId: MissingContract },
  BesideTop: NextDeadlines,
  OverviewNotice: WebsiteTop,
  lead: { state: "status", facts: ["url", "customerId", "hosts", "responsibleUserId"] },
  derivedBeside: { slaLevel: ["contractId"] },
  console: { field: "adminUrl", label: "Backend öffnen" },
};
