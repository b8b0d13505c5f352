import type { RecordTab } from "../../records/page/record-tab.ts";
import { chatTab } from "../chats/chat-tabs.tsx";
import { taskTab } from "../tasks/task-tab-entry.tsx";
import { knowledgeTab } from "../wiki/knowledge.tsx";

/** What the page of an incident shows beside the tabs that every record has. */
export const incidentTabs: readonly RecordTab[] = [chatTab, taskTab, knowledgeTab];
