import { lazyPart } from "../../lib/lazy-part.tsx";
import type { SelectionActionsProps } from "../../records/record-ui.tsx";

/** What can be done about the checks of selected records; it comes with the first selection. */
const BulkChecks = lazyPart(async () => (await import("./bulk-checks.tsx")).BulkChecks, null);

export const BulkWebsiteChecks = (props: SelectionActionsProps) => <BulkChecks type="website" {...props} />;
export const BulkHostChecks = (props: SelectionActionsProps) => <BulkChecks type="host" {...props} />;
export const BulkDomainChecks = (props: SelectionActionsProps) => <BulkChecks type="domain" {...props} />;
