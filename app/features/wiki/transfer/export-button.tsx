import { Download } from "lucide-react";
import { hasAbility } from "../../../../contract/roles.ts";
import { useRole } from "../../../lib/people/use-role.ts";
import { IconButton } from "../../../ui/button.tsx";
import { openExportDialog } from "../page-dialogs.tsx";

/** Takes the whole wiki out of the portal. */
export function WikiExportButton() {
  if (!hasAbility(useRole(), "exportRecords")) return null;
  return (
    <IconButton
      icon={Download}
      label="Ganzes Wiki exportieren"
      title="Ganzes Wiki exportieren"
      variant="secondary"
      onClick={() => void openExportDialog("all")}
    />
  );
}
