import { Link, useLocation } from "@remix-run/react";
import { useQuery } from "@tanstack/react-query";
import type { RecordType } from "../../../contract/records/record-types.ts";
import type { RecordRow } from "../../../contract/records/rows.ts";
import { hasAbility } from "../../../contract/roles.ts";
import { useTRPC } from "../../lib/api/trpc.tsx";
import { useRole } from "../../lib/people/use-role.ts";
import { Tabs } from "../../ui/tabs.tsx";
import { recordPath } from "../record-path.ts";
import type { RecordTab } from "./record-tab.ts";

interface RecordTabsProps {
  record: RecordRow;
  tabs: readonly RecordTab[];
}

const useNothing = () => undefined;

export function RecordTabs({ record, tabs }: RecordTabsProps) {
  const { pathname } = useLocation();
  const trpc = useTRPC();
  const role = useRole();
  const { type, id } = record;
  const relations = useQuery(trpc.relation.list.queryOptions({ type, id }));
  // The tabs of a page stay the same, and so does the hook.
  const counting = tabs.find(({ useCount }) => useCount);
  const useOwnCount = counting?.useCount ?? useNothing;
  const ownCount = useOwnCount(record);
  const countRecords = (of: RecordType) =>
    relations.data
      ?.filter((group) => group.type === of && group.direction === "in")
      .reduce((sum, { totalItems }) => sum + totalItems, 0);
  const countOf = (tab: RecordTab) => (tab === counting ? ownCount : tab.counts && countRecords(tab.counts));
  const path = recordPath(type, id) ?? "";
  const item = (key: string, label: string, count?: number) => {
    const to = key ? `${path}/${key}` : path;
    return { label, to, current: pathname.replace(/\/+$/, "") === to, ...(count !== undefined && { count }) };
  };
  const items = [
    item("", "Übersicht"),
    ...tabs
      .filter(({ ability }) => !ability || hasAbility(role, ability))
      .map((tab) => item(tab.key, tab.label, countOf(tab))),
    item("files", "Dateien"),
    item("history", "Verlauf"),
  ];
  return (
    <Tabs
      label={record.title}
      items={items}
      renderLink={({ to }, link) => <Link to={to} preventScrollReset {...link} />}
    />
  );
}
