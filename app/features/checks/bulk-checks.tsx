import { Pause, Play, RefreshCw } from "lucide-react";
import type { CheckTargetType } from "../../../contract/checks/kinds.ts";
import type { BulkSelection } from "../../../contract/records/bulk.ts";
import { hasAbility } from "../../../contract/roles.ts";
import { useMutate } from "../../lib/api/mutate.ts";
import { useTRPC } from "../../lib/api/trpc.tsx";
import { hideToast, showToast } from "../../lib/dialogs/toasts.ts";
import { newClientId } from "../../lib/new-client-id.ts";
import { useRole } from "../../lib/people/use-role.ts";
import type { SelectionActionsProps } from "../../records/record-ui.tsx";
import { Icon } from "../../ui/icon.tsx";
import { usePause } from "./check-acts.tsx";

/** Looking, pausing and going on for what is selected in a list. */
export function BulkChecks({ type, selection, className, onDone }: SelectionActionsProps & { type: CheckTargetType }) {
  const role = useRole();
  const runAll = useRunAll(type);
  const pause = usePause(type, onDone);
  const buttons = [
    ...(hasAbility(role, "runChecks")
      ? [{ icon: RefreshCw, label: "Jetzt prüfen", act: () => void runAll(selection).then(onDone) }]
      : []),
    ...(hasAbility(role, "manageChecks")
      ? [
          { icon: Pause, label: "Überwachung pausieren", act: () => void pause(selection, true) },
          { icon: Play, label: "Überwachung fortsetzen", act: () => void pause(selection, false) },
        ]
      : []),
  ];
  return (
    <>
      {buttons.map(({ icon, label, act }) => (
        <button key={label} type="button" title={label} onClick={act} className={className}>
          <Icon of={icon} />
          <span className={label === "Jetzt prüfen" ? "max-lg:sr-only" : "sr-only"}>{label}</span>
        </button>
      ))}
    </>
  );
}

/** Where live updates are off nothing follows, and the first words need not stay. */
const unheardMs = 30_000;

/** Has many records looked at; live events with the name of the run carry its toast on, also in other windows. */
function useRunAll(type: CheckTargetType) {
  const start = useMutate(useTRPC().check.runMany.mutationOptions(), { refreshes: [] });
  return async (selection: BulkSelection): Promise<void> => {
    const run = newClientId();
    const toast = { id: run, tone: "info", title: "Überwachung" } as const;
    showToast({ ...toast, message: "Prüft …", isLoading: true, autoCloseMs: unheardMs });
    const answer = await start.mutateAsync({ type, selection, run }).catch(() => undefined);
    if (!answer) hideToast(run);
    else if (answer.asked === 0)
      showToast({ ...toast, message: "Davon wird nichts geprüft: nicht live, pausiert oder ohne Adresse." });
  };
}
