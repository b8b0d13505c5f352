import { Link, useLocation } from "@remix-run/react";
import { Tabs } from "../../ui/tabs.tsx";

const lists = [
  { label: "Kunden", path: "/customers" },
  { label: "Verträge", path: "/contracts" },
] as const;

/** The two lists about customers: who they are, and what was agreed with them. */
export function CustomerListTabs() {
  const { pathname } = useLocation();
  return (
    <Tabs
      label="Kunden und Verträge"
      className="mt-2"
      items={lists.map((list) => ({ ...list, current: pathname === list.path }))}
      renderLink={({ path }, link) => <Link to={path} {...link} />}
    />
  );
}
