import type { RecordTab } from "../../records/page/record-tab.ts";
import { timelineTab } from "../change-events/timeline-tab-entry.tsx";
import { chatTab } from "../chats/chat-tabs.tsx";
import { ContactsTab } from "../contacts/contacts-tab.tsx";
import { ContractsTab } from "../contracts/contracts-tab.tsx";
import { deadlineTab } from "../deadlines/deadline-tab-entry.tsx";
import { customerLegalTab } from "../legal/legal-tab-entry.tsx";
import { statusTab } from "../status-pages/status-tab-entry.tsx";
import { taskTab } from "../tasks/task-tab-entry.tsx";
import { WorkTab } from "../time-entries/work-tab.tsx";
import { knowledgeTab } from "../wiki/knowledge.tsx";

/** What the page of a customer shows beside the tabs that every record has. */
export const customerTabs: readonly RecordTab[] = [
  {
    key: "contacts",
    label: "Ansprechpartner",
    counts: "contact",
    render: (record) => <ContactsTab customer={record} />,
  },
  { key: "contracts", label: "Verträge", counts: "contract", render: (record) => <ContractsTab customer={record} /> },
  { key: "time-entries", label: "Leistungen", counts: "timeEntry", render: (record) => <WorkTab customer={record} /> },
  customerLegalTab,
  statusTab,
  timelineTab,
  deadlineTab,
  taskTab,
  knowledgeTab,
  chatTab,
];
