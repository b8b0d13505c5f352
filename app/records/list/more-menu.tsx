import { Link } from "@remix-run/react";
import type { LucideIcon } from "lucide-react";
import { Ellipsis, Upload } from "lucide-react";
import type { Declaration } from "../../../contract/records/declaration.ts";
import type { ListState } from "../../../contract/records/list-state.ts";
import { hasAbility } from "../../../contract/roles.ts";
import { useRole } from "../../lib/people/use-role.ts";
import { IconButton } from "../../ui/button.tsx";
import {
  Menu,
  MenuContent,
  MenuItem,
  MenuItems,
  MenuLabel,
  MenuSeparator,
  MenuTrigger,
} from "../../ui/overlays/menu.tsx";
import { exportItems } from "./export-menu.tsx";

/** Where the head of a list leads to. */
export interface ListLink {
  to: string;
  label: string;
  icon: LucideIcon;
}

interface MoreMenuProps {
  declaration: Declaration;
  state: ListState;
  links: readonly ListLink[];
}

/** What a wide head shows beside each other and a phone has no room for. */
export function MoreMenu({ declaration, state, links }: MoreMenuProps) {
  const role = useRole();
  const mayImport = hasAbility(role, "importRecords");
  const mayExport = hasAbility(role, "exportRecords");
  if (!mayImport && !mayExport && links.length === 0) return null;
  return (
    <Menu items={exportItems}>
      <MenuTrigger asChild>
        <IconButton
          icon={Ellipsis}
          label={`Mehr zu ${declaration.labels.many}`}
          variant="secondary"
          className="md:hidden"
        />
      </MenuTrigger>
      <MenuContent align="end">
        {links.map(({ to, label, icon }) => (
          <MenuItem key={to} icon={icon} asChild>
            <Link to={to}>{label}</Link>
          </MenuItem>
        ))}
        {mayImport && (
          <MenuItem icon={Upload} asChild>
            <Link to={`/import?type=${declaration.type}`}>Liste importieren</Link>
          </MenuItem>
        )}
        {mayExport && (mayImport || links.length > 0) && <MenuSeparator />}
        {mayExport && (
          <>
            <MenuLabel>Export: alle Treffer</MenuLabel>
            <MenuItems of={exportItems}>
              {({ ExportItems }) => <ExportItems declaration={declaration} state={state} />}
            </MenuItems>
          </>
        )}
      </MenuContent>
    </Menu>
  );
}
