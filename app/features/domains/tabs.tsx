import type { RecordTab } from "../records/page/record-tab.ts";

/** What the page of a domain shows beside the tabs that every record has. */
export const domainTabs: readonly RecordTab[] = [];
