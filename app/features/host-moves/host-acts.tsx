import { ArrowLeftRight, Mail } from "lucide-react";
import type { RecordRow } from "../../../contract/records/rows.ts";
import { hasAbility } from "../../../contract/roles.ts";
import { lazyDialog } from "../../lib/dialogs/lazy-dialog.ts";
import { useRole } from "../../lib/people/use-role.ts";
import { MenuItem } from "../../ui/overlays/menu.tsx";

/** „Umzug planen …“ and „Kunden informieren …“ in the menu of a host. */
export function HostMenu({ record }: { record: RecordRow }) {
  const mayEdit = hasAbility(useRole(), "editRecords") && !record.archivedAt;
  if (!mayEdit) return null;
  return (
    <>
      <MenuItem icon={ArrowLeftRight} onSelect={() => void openMove(record)}>
        Umzug planen …
      </MenuItem>
      <MenuItem icon={Mail} onSelect={() => void openInform(record)}>
        Kunden informieren …
      </MenuItem>
    </>
  );
}

function openMove(host: RecordRow): Promise<true | undefined> {
  return lazyDialog(
    () => import("./move-dialog.tsx"),
    ({ MoveDialog }, controls) => <MoveDialog host={host} {...controls} />,
  );
}

function openInform(host: RecordRow): Promise<true | undefined> {
  return lazyDialog(
    () => import("./inform-dialog.tsx"),
    ({ InformDialog }, controls) => <InformDialog host={host} {...controls} />,
  );
}
