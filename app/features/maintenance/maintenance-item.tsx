import { Wrench } from "lucide-react";
import { isOneOf } from "../../../contract/narrowing.ts";
import type { RecordRow } from "../../../contract/records/rows.ts";
import { hasAbility } from "../../../contract/roles.ts";
import { useRole } from "../../lib/people/use-role.ts";
import { MenuItem } from "../../ui/overlays/menu.tsx";
import { beginMaintenanceOf, maintainedTypes, maintenanceKey } from "./use-maintenance-key.ts";

/** „Wartung starten …“ in the menu of a page, which says the key that does the same. */
export function MaintenanceItem({ record: { type, id, title, archivedAt } }: { record: RecordRow }) {
  const mayManage = hasAbility(useRole(), "manageMaintenance");
  if (!mayManage || archivedAt || !isOneOf(maintainedTypes, type)) return null;
  return (
    <MenuItem icon={Wrench} kbd={maintenanceKey.toUpperCase()} onSelect={() => beginMaintenanceOf({ type, id, title })}>
      Wartung starten …
    </MenuItem>
  );
}
