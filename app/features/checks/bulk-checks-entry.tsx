import { lazyPart } from "../../lib/lazy-part.tsx";
import type { BulkActionsProps } from "../../records/record-ui.tsx";

/** What can be done about the checks of selected records; it comes with the first selection. */
export const BulkChecks = lazyPart(async () => (await import("./bulk-checks.tsx")).BulkChecks, null);

export const BulkWebsiteChecks = (props: BulkActionsProps) => <BulkChecks type="website" {...props} />;
