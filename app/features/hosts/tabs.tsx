import type { RecordTab } from "../records/page/record-tab.ts";

/** What the page of a host shows beside the tabs that every record has. */
export const hostTabs: readonly RecordTab[] = [];
