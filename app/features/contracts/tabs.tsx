import type { RecordTab } from "../../records/page/record-tab.ts";
import { chatTab } from "../chats/chat-tabs.tsx";
import { deadlineTab } from "../deadlines/deadline-tab-entry.tsx";
import { taskTab } from "../tasks/task-tab-entry.tsx";
import { termTab } from "../terms/term-tab-entry.tsx";
import { knowledgeTab } from "../wiki/knowledge.tsx";
import { CoverageTab } from "./coverage-tab.tsx";

/** What the page of a contract shows beside the tabs that every record has. */
export const contractTabs: readonly RecordTab[] = [
  {
    key: "contract-items",
    label: "Positionen",
    counts: "contractItem",
    render: (record) => <CoverageTab contract={record} />,
  },
  termTab,
  deadlineTab,
  taskTab,
  knowledgeTab,
  chatTab,
];
