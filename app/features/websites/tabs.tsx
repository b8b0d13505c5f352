import type { RecordTab } from "../../records/page/record-tab.ts";
import { timelineTab } from "../change-events/timeline-tab-entry.tsx";
import { chatTab } from "../chats/chat-tabs.tsx";
import { availabilityTab, certificateTab } from "../checks/tab-entries.tsx";
import { deadlineTab } from "../deadlines/deadline-tab-entry.tsx";
import { heartbeatTab } from "../heartbeats/heartbeat-tab-entry.tsx";
import { legalTab } from "../legal/legal-tab-entry.tsx";
import { taskTab } from "../tasks/task-tab-entry.tsx";
import { technologyTab } from "../technologies/technology-tab-entry.tsx";
import { knowledgeTab } from "../wiki/knowledge.tsx";

/** What the page of a website shows beside the tabs that every record has. */
export const websiteTabs: readonly RecordTab[] = [
  availabilityTab,
  technologyTab,
  certificateTab,
  legalTab,
  heartbeatTab,
  timelineTab,
  deadlineTab,
  taskTab,
  knowledgeTab,
  chatTab,
];
