import { Link, useLocation } from "@remix-run/react";
import { useQuery } from "@tanstack/react-query";
import type { RecordType } from "../../../contract/records/record-types.ts";
import type { RecordRow } from "../../../contract/records/rows.ts";
import { hasAbility } from "../../../contract/roles.ts";
import { useUnreadMessages } from "../../features/chats/use-unread-messages.ts";
import { useTRPC } from "../../lib/trpc.tsx";
import { useRole } from "../../lib/use-role.ts";
import { Tabs } from "../../ui/tabs.tsx";
import { recordPath } from "../record-path.ts";
import type { RecordTab } from "./record-tab.ts";

interface RecordTabsProps {
  record: RecordRow;
  tabs: readonly RecordTab[];
}

export function RecordTabs({ record, tabs }: RecordTabsProps) {
  const { pathname } = useLocation();
  const trpc = useTRPC();
  const role = useRole();
  const { type, id } = record;
  const relations = useQuery(trpc.relation.list.queryOptions({ type, id }));
  const unread = useUnreadMessages(
    { type, id },
    tabs.some(({ counts }) => counts === "unreadChats"),
  );
  const countRecords = (of: RecordType) =>
    relations.data
      ?.filter((group) => group.type === of && group.direction === "in")
      .reduce((sum, { totalItems }) => sum + totalItems, 0);
  const countOf = (counts: RecordTab["counts"]) => (counts === "unreadChats" ? unread : counts && countRecords(counts));
  const path = recordPath(type, id) ?? "";
  const item = (key: string, label: string, count?: number) => {
    const address = key ? `${path}/${key}` : path;
    return { label, address, current: pathname.replace(/\/+$/, "") === address, ...(count !== undefined && { count }) };
  };
  const items = [
    item("", "Übersicht"),
    ...tabs
      .filter(({ ability }) => !ability || hasAbility(role, ability))
      .map(({ key, label, counts }) => item(key, label, countOf(counts))),
    item("files", "Dateien"),
    item("history", "Verlauf"),
  ];
  return (
    <Tabs
      label={record.title}
      items={items}
      renderLink={({ address }, link) => <Link to={address} preventScrollReset {...link} />}
    />
  );
}
