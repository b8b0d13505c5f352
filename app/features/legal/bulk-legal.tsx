import { Scale } from "lucide-react";
import { hasAbility } from "../../../contract/roles.ts";
import { useMutate } from "../../lib/api/mutate.ts";
import { useTRPC } from "../../lib/api/trpc.tsx";
import { showToast } from "../../lib/dialogs/toasts.ts";
import { useRole } from "../../lib/people/use-role.ts";
import type { SelectionActionsProps } from "../../records/record-ui.tsx";
import { Icon } from "../../ui/icon.tsx";

/** Has selected websites judged anew. */
export function BulkLegal({ selection, className, onDone }: SelectionActionsProps) {
  const role = useRole();
  const ask = useMutate(useTRPC().lookup.askMany.mutationOptions(), {
    refreshes: ["legal", "lookup"],
    onSuccess: ({ asked }) => {
      const many = asked === 1 ? "1 Website wird" : `${asked} Websites werden`;
      showToast({
        tone: "info",
        title: "Rechtliches",
        message:
          asked === 0 ? "Davon wird nichts geprüft: nicht live oder ohne öffentliche Adresse." : `${many} geprüft.`,
      });
      onDone();
    },
  });
  if (!hasAbility(role, "runChecks")) return null;
  return (
    <button
      type="button"
      title="Rechtliches prüfen"
      className={className}
      disabled={ask.isPending}
      onClick={() => ask.mutate({ kind: "legal", selection })}
    >
      <Icon of={Scale} />
      <span className="sr-only">Rechtliches prüfen</span>
    </button>
  );
}
