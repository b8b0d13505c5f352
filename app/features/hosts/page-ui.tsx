import { lazyPart } from "../../lib/lazy-part.tsx";
import type { PageUi } from "../../records/record-ui.tsx";
import { CheckMenu, CheckNow } from "../checks/check-acts.tsx";
import { HeadEdge } from "../checks/head-edge.tsx";
import { HostMenu } from "../host-moves/host-acts.tsx";
import { MaintenanceItem } from "../maintenance/maintenance-item.tsx";
import { hostValues } from "./values.ts";

const ProviderNotices = lazyPart(
  async () => (await import("../provider-status/provider-notices.tsx")).ProviderNotices,
  null,
);

/** What is special about the page of a host. */
export const hostPageUi: PageUi = {
  values: hostValues,
  HeadEdge,
  HeaderActions: CheckNow,
  MenuActions: ({ record }) => (
    <>
      <HostMenu record={record} />
      <MaintenanceItem record={record} />
      <CheckMenu record={record} />
    </>
  ),
  lead: { state: "status", facts: ["hostname", "providerId", "customerId"] },
  OverviewNotice: ({ record }) => <ProviderNotices type="host" id={record.id} />,
  // Where several customers have websites there, no single one is missing.
  hidden: ({ values: { customerCount, customerId } }) =>
    Number(customerCount) > 1 && !customerId ? ["shared", "customerId"] : ["shared"],
  derivedBeside: { kind: ["customerCount"], renewsAt: ["cancelBy"], noticeDays: ["cancelBy"] },
  console: { field: "panelUrl", label: "Verwaltung öffnen" },
};
