import type { RecordTab } from "../records/page/record-tab.ts";

/** What the page of a device shows beside the tabs that every record has. */
export const deviceTabs: readonly RecordTab[] = [];
