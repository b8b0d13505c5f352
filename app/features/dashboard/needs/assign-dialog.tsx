import type { Ref } from "../../../../contract/records/fields.ts";
import { useMutate } from "../../../lib/api/mutate.ts";
import type { ModalControls } from "../../../lib/dialogs/modals.ts";
import { useRefusals } from "../../../lib/dialogs/name-dialog.tsx";
import { showToast } from "../../../lib/dialogs/toasts.ts";
import { useRecordApi } from "../../../records/record-api.ts";
import { AssignDialog } from "../../tasks/assign-dialog.tsx";
import { nobody } from "../../tasks/assignee-field.tsx";

type Props = ModalControls<true> & { id: string; title: string; value: Ref | null };

/** To whom an entry of the feedback goes. */
export function AssignFeedbackDialog({ id, title, value, close, ...controls }: Props) {
  const { refusals, onRefused, forget } = useRefusals();
  const assigning = useMutate(useRecordApi("feedback").update.mutationOptions(), {
    refreshes: ["dashboard", "feedback", "change"],
    onSuccess: () => {
      showToast({ tone: "success", title: "Feedback zugewiesen.", message: title });
      close(true);
    },
    onRefused,
  });
  return (
    <AssignDialog
      {...controls}
      title="Feedback zuweisen"
      description={title}
      value={{ ...nobody, person: value }}
      refusals={refusals}
      isBusy={assigning.isPending}
      onEdit={forget}
      onAssign={({ person }) => assigning.mutate({ params: { id }, body: { assigneeId: person?.id ?? null } })}
    />
  );
}
