import type { ListUi } from "../../records/record-ui.tsx";
import { prefetchedModule } from "../../ui/overlays/lazy-module.ts";

/** What is special about wiki pages as a list of records; their screens are the wiki's own. */
export const pageListUi: ListUi = {
  bulk: prefetchedModule(async () => (await import("./bulk-ui.tsx")).pageBulkUi),
};
