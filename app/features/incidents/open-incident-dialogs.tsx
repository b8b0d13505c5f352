import { lazyDialog } from "../../lib/dialogs/lazy-dialog.ts";

/** Shows what could be written to a customer; resolves with true once it was sent. */
export function openCustomerInfo(about: { incidentId: string; customerId: string }): Promise<true | undefined> {
  return lazyDialog(
    () => import("./customer-info-dialog.tsx"),
    ({ CustomerInfoDialog }, controls) => <CustomerInfoDialog {...about} {...controls} />,
  );
}
