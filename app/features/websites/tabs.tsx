import type { RecordTab } from "../../records/page/record-tab.ts";
import { chatTab } from "../chats/chat-tab-entry.tsx";
import { availabilityTab, certificateTab } from "../checks/tab-entries.tsx";
import { deadlineTab } from "../deadlines/deadline-tab-entry.tsx";
import { heartbeatTab } from "../heartbeats/heartbeat-tab-entry.tsx";
import { taskTab } from "../tasks/task-tab-entry.tsx";
import { knowledgeTab } from "../wiki/knowledge.tsx";

/** What the page of a website shows beside the tabs that every record has. */
export const websiteTabs: readonly RecordTab[] = [
  availabilityTab,
  certificateTab,
  heartbeatTab,
  deadlineTab,
  taskTab,
  knowledgeTab,
  chatTab,
];
