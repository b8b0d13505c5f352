import type { ListUi } from "../../records/record-ui.tsx";
import { prefetchedModule } from "../../ui/overlays/lazy-module.ts";

/** What is special about the list of devices. */
export const deviceListUi: ListUi = {
  bulk: prefetchedModule(async () => (await import("./bulk-ui.tsx")).deviceBulkUi),
};
