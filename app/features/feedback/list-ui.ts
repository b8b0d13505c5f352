import type { ListUi } from "../../records/record-ui.tsx";
import { prefetchedModule } from "../../ui/overlays/lazy-module.ts";

/** What is special about feedback as a list of records; its pages are its own. */
export const feedbackListUi: ListUi = {
  bulk: prefetchedModule(async () => (await import("./bulk-ui.tsx")).feedbackBulkUi),
};
