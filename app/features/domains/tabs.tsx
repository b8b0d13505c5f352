import type { RecordTab } from "../../records/page/record-tab.ts";
import { chatTab } from "../chats/chat-tab-entry.tsx";
import { taskTab } from "../tasks/task-tab-entry.tsx";
import { termTab } from "../terms/term-tab-entry.tsx";
import { LinkedWebsites } from "../websites/linked-websites.tsx";
import { knowledgeTab } from "../wiki/knowledge.tsx";
import { CostsTab } from "./costs-tab.tsx";
import { HolderTab } from "./holder-tab.tsx";

/** What the page of a domain shows beside the tabs that every record has. */
export const domainTabs: readonly RecordTab[] = [
  { key: "holder", label: "Inhaber & NIS2", render: (record) => <HolderTab domain={record} /> },
  { key: "costs", label: "Kosten", ability: "seePrices", render: (record) => <CostsTab domain={record} /> },
  {
    key: "websites",
    label: "Websites",
    counts: "website",
    render: (record) => <LinkedWebsites record={record} field="domains" />,
  },
  termTab,
  taskTab,
  knowledgeTab,
  chatTab,
];
