import { useState } from "react";
import type { DeadlineRow } from "../../../contract/deadlines/deadline-rows.ts";
import { useMutate } from "../../lib/api/mutate.ts";
import { useTRPC } from "../../lib/api/trpc.tsx";
import { FormDialog } from "../../lib/dialogs/form-dialog.tsx";
import type { ModalControls } from "../../lib/dialogs/modals.ts";
import { useRefusals } from "../../lib/dialogs/name-dialog.tsx";
import { Field } from "../../ui/form/field.tsx";
import { TextInput } from "../../ui/form/text-input.tsx";
import { leadsHint, leadsOf, leadsText } from "./lead-days.ts";

/** „Wann erinnern“: for this record, whatever the settings say of its kind. */
export function LeadsDialog({ deadline, close, ...controls }: ModalControls<true> & { deadline: DeadlineRow }) {
  const { id, label, target } = deadline;
  const [text, setText] = useState(leadsText(deadline.leadDays));
  const { refusals, onRefused, forget } = useRefusals();
  const saving = useMutate(useTRPC().deadline.setLeads.mutationOptions(), {
    refreshes: ["deadline", "change"],
    success: "Gespeichert.",
    onSuccess: () => close(true),
    onRefused,
  });
  return (
    <FormDialog
      {...controls}
      title="Wann erinnern"
      description={target ? `${label}: ${target.label}` : label}
      submitLabel="Speichern"
      busyLabel="Speichert …"
      isBusy={saving.isPending}
      onSubmit={() => saving.mutate({ id, leadDays: leadsOf(text) })}
    >
      <Field label="Erinnern" mark="optional" hint={leadsHint} errors={refusals}>
        <TextInput
          value={text}
          autoFocus
          autoComplete="off"
          onChange={(event) => {
            setText(event.target.value);
            forget();
          }}
        />
      </Field>
    </FormDialog>
  );
}
