import type { RecordTab } from "../../../records/page/record-tab.ts";
import { deadlineTab } from "../../deadlines/deadline-tab-entry.tsx";
import { taskTab } from "../../tasks/task-tab-entry.tsx";

export const feedbackTabs: readonly RecordTab[] = [deadlineTab, taskTab];
