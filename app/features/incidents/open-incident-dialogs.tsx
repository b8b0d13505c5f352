import type { PinTarget } from "../../../contract/incidents/incident-page.ts";
import { lazyDialog } from "../../lib/dialogs/lazy-dialog.ts";

/** Shows what could be written to a customer; resolves with true once it was sent. */
export function openCustomerInfo(about: { incidentId: string; customerId: string }): Promise<true | undefined> {
  return lazyDialog(
    () => import("./customer-info-dialog.tsx"),
    ({ CustomerInfoDialog }, controls) => <CustomerInfoDialog {...about} {...controls} />,
  );
}

/** Asks which page of the wiki is pinned to what. */
export function openPinPage(targets: readonly PinTarget[]): Promise<true | undefined> {
  return lazyDialog(
    () => import("./pin-dialog.tsx"),
    ({ PinDialog }, controls) => <PinDialog targets={targets} {...controls} />,
  );
}
