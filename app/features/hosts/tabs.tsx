import type { RecordTab } from "../../records/page/record-tab.ts";
import { chatTab } from "../chats/chat-tab-entry.tsx";
import { taskTab } from "../tasks/task-tab-entry.tsx";
import { termTab } from "../terms/term-tab-entry.tsx";
import { LinkedWebsites } from "../websites/linked-websites.tsx";
import { knowledgeTab } from "../wiki/knowledge.tsx";
import { ContractTab } from "./contract-tab.tsx";

/** What the page of a host shows beside the tabs that every record has. */
export const hostTabs: readonly RecordTab[] = [
  {
    key: "websites",
    label: "Websites",
    counts: "website",
    render: (record) => <LinkedWebsites record={record} field="hosts" />,
  },
  { key: "contract", label: "Vertrag & Kosten", render: (record) => <ContractTab host={record} /> },
  termTab,
  taskTab,
  knowledgeTab,
  chatTab,
];
