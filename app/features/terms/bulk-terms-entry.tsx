import { lazyPart } from "../../lib/lazy-part.tsx";

/** What can be done about the terms of selected records; it comes with the first selection. */
export const BulkTerms = lazyPart(async () => (await import("./bulk-terms.tsx")).BulkTerms, null);
