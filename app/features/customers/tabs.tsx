import type { RecordTab } from "../records/page/record-tab.ts";

/** What the page of a customer shows beside the tabs that every record has. */
export const customerTabs: readonly RecordTab[] = [];
