import type { RecordTab } from "../../records/page/record-tab.ts";
import { chatTab } from "../chats/chat-tabs.tsx";
import { deadlineTab } from "../deadlines/deadline-tab-entry.tsx";
import { taskTab } from "../tasks/task-tab-entry.tsx";
import { termTab } from "../terms/term-tab-entry.tsx";
import { knowledgeTab } from "../wiki/knowledge.tsx";
import { MovementList } from "./movement-list.tsx";

/** What the page of a device shows beside the tabs that every record has. */
export const deviceTabs: readonly RecordTab[] = [
  { key: "movements", label: "Bewegungen", render: ({ id }) => <MovementList deviceId={id} /> },
  termTab,
  deadlineTab,
  taskTab,
  knowledgeTab,
  chatTab,
];
