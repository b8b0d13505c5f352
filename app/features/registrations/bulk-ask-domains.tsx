import { SearchCheck } from "lucide-react";
import { hasAbility } from "../../../contract/roles.ts";
import { useMutate } from "../../lib/api/mutate.ts";
import { useTRPC } from "../../lib/api/trpc.tsx";
import { showToast } from "../../lib/dialogs/toasts.ts";
import { formatNumber } from "../../lib/format.ts";
import { useRole } from "../../lib/people/use-role.ts";
import type { SelectionActionsProps } from "../../records/record-ui.tsx";
import { Icon } from "../../ui/icon.tsx";

/** „DNS und Registrierung abfragen“ for what is selected; what is answered appears by itself. */
export function BulkAskDomains({ selection, className, onDone }: SelectionActionsProps) {
  const role = useRole();
  const trpc = useTRPC();
  const askRegistries = useMutate(trpc.lookup.askMany.mutationOptions(), {
    refreshes: ["registration", "lookup"],
    onSuccess: ({ asked }) => {
      const many = asked === 1 ? "1 Domain wird" : `${formatNumber(asked)} Domains werden`;
      showToast({
        tone: "info",
        title: "DNS und Registrierung",
        message: asked === 0 ? "Davon wird nichts abgefragt: nicht öffentlich oder archiviert." : `${many} abgefragt.`,
      });
      onDone();
    },
  });
  const askDns = useMutate(trpc.lookup.askMany.mutationOptions(), {
    refreshes: ["dns"],
    onSuccess: () => askRegistries.mutate({ kind: "registration", selection }),
  });
  if (!hasAbility(role, "runChecks")) return null;
  const label = "DNS und Registrierung abfragen";
  return (
    <button
      type="button"
      title={label}
      className={className}
      disabled={askDns.isPending || askRegistries.isPending}
      onClick={() => askDns.mutate({ kind: "dns", selection })}
    >
      <Icon of={SearchCheck} />
      <span className="sr-only">{label}</span>
    </button>
  );
}
