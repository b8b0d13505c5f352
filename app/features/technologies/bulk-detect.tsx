import { ScanSearch } from "lucide-react";
import { hasAbility } from "../../../contract/roles.ts";
import { useMutate } from "../../lib/api/mutate.ts";
import { useTRPC } from "../../lib/api/trpc.tsx";
import { showToast } from "../../lib/dialogs/toasts.ts";
import { formatNumber } from "../../lib/format.ts";
import { useRole } from "../../lib/people/use-role.ts";
import type { SelectionActionsProps } from "../../records/record-ui.tsx";
import { Icon } from "../../ui/icon.tsx";

/** „Technologien neu erkennen“ for what is selected; what was found appears by itself. */
export function BulkDetect({ selection, className, onDone }: SelectionActionsProps) {
  const role = useRole();
  const ask = useMutate(useTRPC().lookup.askMany.mutationOptions(), {
    refreshes: ["technology", "lookup"],
    onSuccess: ({ asked }) => {
      showToast({
        tone: "info",
        title: "Technologien",
        message:
          asked === 0
            ? "Davon wird nichts abgefragt: nicht live oder ohne öffentliche Adresse."
            : `${asked === 1 ? "1 Website wird" : `${formatNumber(asked)} Websites werden`} neu untersucht.`,
      });
      onDone();
    },
  });
  if (!hasAbility(role, "runChecks")) return null;
  const label = "Technologien neu erkennen";
  return (
    <button
      type="button"
      title={label}
      className={className}
      onClick={() => ask.mutate({ kind: "technologies", selection })}
    >
      <Icon of={ScanSearch} />
      <span className="sr-only">{label}</span>
    </button>
  );
}
