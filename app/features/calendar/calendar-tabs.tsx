import { Link, useLocation } from "@remix-run/react";
import { type Ability, hasAbility } from "../../../contract/roles.ts";
import { useRole } from "../../lib/people/use-role.ts";
import { Tabs } from "../../ui/tabs.tsx";

const pages = [
  { label: "Kalender", path: "/calendar" },
  { label: "Kostenvorschau", path: "/cost-forecast", ability: "seePrices" },
] as const satisfies readonly { label: string; path: string; ability?: Ability }[];

/** What is ahead: the dates, and what they cost and bring for those who may see prices. */
export function CalendarTabs() {
  const { pathname } = useLocation();
  const role = useRole();
  const shown = pages.filter((page) => !("ability" in page) || hasAbility(role, page.ability));
  if (shown.length < 2) return null;
  return (
    <Tabs
      label="Kalender und Kosten"
      className="mt-2 print:hidden"
      items={shown.map((page) => ({ ...page, current: pathname === page.path }))}
      renderLink={({ path }, link) => <Link to={path} {...link} />}
    />
  );
}
