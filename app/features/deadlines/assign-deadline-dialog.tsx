import type { DeadlineRow } from "../../../contract/deadlines/deadline-rows.ts";
import { useMutate } from "../../lib/api/mutate.ts";
import { useTRPC } from "../../lib/api/trpc.tsx";
import type { ModalControls } from "../../lib/dialogs/modals.ts";
import { useRefusals } from "../../lib/dialogs/name-dialog.tsx";
import { showToast } from "../../lib/dialogs/toasts.ts";
import { AssignDialog } from "../tasks/assign-dialog.tsx";
import { nobody } from "../tasks/assignee-field.tsx";

/** To whom a deadline goes; nobody leaves it to whoever the record names. */
export function AssignDeadlineDialog({
  deadline,
  close,
  ...controls
}: ModalControls<true> & { deadline: DeadlineRow }) {
  const { id, label, target, responsible } = deadline;
  const { refusals, onRefused, forget } = useRefusals();
  const assigning = useMutate(useTRPC().deadline.assign.mutationOptions(), {
    refreshes: ["deadline", "dashboard", "change"],
    onSuccess: () => {
      showToast({ tone: "success", title: "Frist zugewiesen.", message: target?.label ?? label });
      close(true);
    },
    onRefused,
  });
  return (
    <AssignDialog
      {...controls}
      title="Frist zuweisen"
      description={target ? `${label}: ${target.label}` : label}
      value={{ ...nobody, person: responsible }}
      hint={target ? "Leer: wer am Eintrag als zuständig steht." : undefined}
      refusals={refusals}
      isBusy={assigning.isPending}
      onEdit={forget}
      onAssign={({ person }) => assigning.mutate({ id, userId: person?.id ?? null })}
    />
  );
}
