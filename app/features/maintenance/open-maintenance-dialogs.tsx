import type { MaintenanceWindow } from "../../../contract/maintenance/maintenance.ts";
import type { Ref } from "../../../contract/records/fields.ts";
import { lazyDialog } from "../../lib/dialogs/lazy-dialog.ts";

export interface Maintained {
  type: "website" | "host" | "customer";
  id: string;
  title: string;
}

/** What a new window is about at first. */
export interface PlannedFor {
  scope: "website" | "host";
  targets: Ref[];
}

/** Plans a window, about what is chosen where something is, or changes one. */
export function openMaintenance(window?: MaintenanceWindow, about?: PlannedFor): Promise<true | undefined> {
  return lazyDialog(
    () => import("./maintenance-dialog.tsx"),
    ({ MaintenanceDialog }, controls) => <MaintenanceDialog window={window} about={about} {...controls} />,
  );
}

/** „Wartung starten“ for what a page shows. */
export function openMaintenanceNow(target: Maintained): Promise<true | undefined> {
  return lazyDialog(
    () => import("./maintenance-now-dialog.tsx"),
    ({ MaintenanceNowDialog }, controls) => <MaintenanceNowDialog target={target} {...controls} />,
  );
}
