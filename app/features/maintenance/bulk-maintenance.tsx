import { Wrench } from "lucide-react";
import { hasAbility } from "../../../contract/roles.ts";
import { useMutate } from "../../lib/api/mutate.ts";
import { useTRPC } from "../../lib/api/trpc.tsx";
import { useRole } from "../../lib/people/use-role.ts";
import type { SelectionActionsProps } from "../../records/record-ui.tsx";
import { Icon } from "../../ui/icon.tsx";
import { openMaintenance } from "./open-maintenance-dialogs.tsx";

const label = "Wartungsfenster anlegen";

/** Plans a window of maintenance for what is selected in a list. */
export function BulkMaintenance({
  type,
  selection,
  className,
  onDone,
}: SelectionActionsProps & { type: "website" | "host" }) {
  const select = useMutate(useTRPC().maintenance.selectTargets.mutationOptions(), { refreshes: [] });
  if (!hasAbility(useRole(), "manageMaintenance")) return null;
  const act = async () => {
    const targets = await select.mutateAsync({ type, selection }).catch(() => undefined);
    if (targets && (await openMaintenance(undefined, { scope: type, targets }))) onDone();
  };
  return (
    <button type="button" title={label} onClick={() => void act()} className={className}>
      <Icon of={Wrench} />
      <span className="sr-only">{label}</span>
    </button>
  );
}
