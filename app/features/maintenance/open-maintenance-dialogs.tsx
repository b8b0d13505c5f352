import type { MaintenanceWindow } from "../../../contract/maintenance/maintenance.ts";
import { lazyDialog } from "../../lib/dialogs/lazy-dialog.ts";

export interface Maintained {
  type: "website" | "host" | "customer";
  id: string;
  title: string;
}

/** Plans a window or changes one. */
export function openMaintenance(window?: MaintenanceWindow): Promise<true | undefined> {
  return lazyDialog(
    () => import("./maintenance-dialog.tsx"),
    ({ MaintenanceDialog }, controls) => <MaintenanceDialog window={window} {...controls} />,
  );
}

/** „Wartung starten“ for what a page shows. */
export function openMaintenanceNow(target: Maintained): Promise<true | undefined> {
  return lazyDialog(
    () => import("./maintenance-now-dialog.tsx"),
    ({ MaintenanceNowDialog }, controls) => <MaintenanceNowDialog target={target} {...controls} />,
  );
}
