import { useState } from "react";
import { type ContractGap, gapKinds } from "../../../contract/contract-gaps/contract-gaps.ts";
import { useMutate } from "../../lib/api/mutate.ts";
import { useTRPC } from "../../lib/api/trpc.tsx";
import { FormDialog } from "../../lib/dialogs/form-dialog.tsx";
import { type ModalControls, openModal } from "../../lib/dialogs/modals.ts";
import { useRefusals } from "../../lib/dialogs/name-dialog.tsx";
import { Field } from "../../ui/form/field.tsx";
import { TextArea } from "../../ui/form/text-area.tsx";

/** Asks why a finding is none; true when it is settled. */
export function openSettleDialog(gap: ContractGap): Promise<true | undefined> {
  return openModal<true>((controls) => <SettleDialog gap={gap} {...controls} />);
}

function SettleDialog({ gap, open, onOpenChange, close }: ModalControls<true> & { gap: ContractGap }) {
  const [reason, setReason] = useState("");
  const { refusals, onRefused, forget } = useRefusals();
  const settle = useMutate(useTRPC().contractGap.settle.mutationOptions(), {
    refreshes: ["contractGap", "change"],
    success: "Als geklärt markiert.",
    onSuccess: () => close(true),
    onRefused,
  });
  const { kind, subject, facts } = gap;
  return (
    <FormDialog
      open={open}
      onOpenChange={onOpenChange}
      title="Als geklärt markieren"
      description={`${gapKinds[kind].label}: ${subject.label}. Ändert sich etwas daran, taucht der Befund wieder auf.`}
      submitLabel="Markieren"
      isBusy={settle.isPending}
      onSubmit={() => settle.mutate({ kind, type: subject.type, id: subject.id, facts, reason })}
    >
      <Field label="Grund" errors={refusals}>
        <TextArea
          value={reason}
          maxLength={500}
          rows={3}
          onChange={(event) => {
            setReason(event.target.value);
            forget();
          }}
        />
      </Field>
    </FormDialog>
  );
}
