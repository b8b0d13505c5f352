import type { DashboardLayout } from "../../../contract/dashboard/blocks.ts";
import { lazyDialog } from "../../lib/dialogs/lazy-dialog.ts";

/** Lets the person put the blocks of their dashboard into an order. */
export function openArrange(layout: DashboardLayout): Promise<true | undefined> {
  return lazyDialog(
    () => import("./arrange-dialog.tsx"),
    ({ ArrangeDialog }, controls) => <ArrangeDialog layout={layout} {...controls} />,
  );
}
