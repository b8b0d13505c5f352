import { Link, useLocation } from "@remix-run/react";
import { Tabs } from "../../ui/tabs.tsx";

const lists = [
  { label: "Hoster", path: "/hosts" },
  { label: "Störungen", path: "/incidents" },
  { label: "Wartung", path: "/maintenance" },
] as const;

/** The lists about what runs: the hosts, what is broken, and what is being worked on. */
export function IncidentListTabs() {
  const { pathname } = useLocation();
  return (
    <Tabs
      label="Hoster, Störungen und Wartung"
      className="mt-2"
      items={lists.map((list) => ({ ...list, current: pathname === list.path }))}
      renderLink={({ path }, link) => <Link to={path} {...link} />}
    />
  );
}
