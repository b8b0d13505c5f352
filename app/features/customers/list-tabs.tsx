import { Link, useLocation } from "@remix-run/react";
import { type Ability, hasAbility } from "../../../contract/roles.ts";
import { useRole } from "../../lib/people/use-role.ts";
import { Tabs } from "../../ui/tabs.tsx";

const lists = [
  { label: "Kunden", path: "/customers" },
  { label: "Verträge", path: "/contracts" },
  { label: "Lücken", path: "/contract-gaps", ability: "seePrices" },
] as const satisfies readonly { label: string; path: string; ability?: Ability }[];

/** The lists about customers: who they are, what was agreed with them, and what does not fit between the two. */
export function CustomerListTabs() {
  const { pathname } = useLocation();
  const role = useRole();
  return (
    <Tabs
      label="Kunden und Verträge"
      className="mt-2"
      items={lists
        .filter((list) => !("ability" in list) || hasAbility(role, list.ability))
        .map((list) => ({ ...list, current: pathname === list.path }))}
      renderLink={({ path }, link) => <Link to={path} {...link} />}
    />
  );
}
