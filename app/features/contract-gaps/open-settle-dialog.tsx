import { type FormEvent, useId, useState } from "react";
import { type ContractGap, gapKinds } from "../../../contract/contract-gaps/contract-gaps.ts";
import { useMutate } from "../../lib/api/mutate.ts";
import { useTRPC } from "../../lib/api/trpc.tsx";
import { type ModalControls, openModal } from "../../lib/dialogs/modals.ts";
import { useRefusals } from "../../lib/dialogs/name-dialog.tsx";
import { Button } from "../../ui/button.tsx";
import { Field } from "../../ui/form/field.tsx";
import { TextArea } from "../../ui/form/text-area.tsx";
import { Dialog, DialogClose } from "../../ui/overlays/dialog.tsx";

/** Asks why a finding is none; true when it is settled. */
export function openSettleDialog(gap: ContractGap): Promise<true | undefined> {
  return openModal<true>((controls) => <SettleDialog gap={gap} {...controls} />);
}

function SettleDialog({ gap, open, onOpenChange, close }: ModalControls<true> & { gap: ContractGap }) {
  const formId = useId();
  const [reason, setReason] = useState("");
  const { refusals, onRefused, forget } = useRefusals();
  const settle = useMutate(useTRPC().contractGap.settle.mutationOptions(), {
    refreshes: ["contractGap", "change"],
    success: "Als geklärt markiert.",
    onSuccess: () => close(true),
    onRefused,
  });
  const { kind, subject, facts } = gap;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    settle.mutate({ kind, type: subject.type, id: subject.id, facts, reason });
  };
  return (
    <Dialog
      open={open}
      onOpenChange={onOpenChange}
      title="Als geklärt markieren"
      description={`${gapKinds[kind].label}: ${subject.label}. Ändert sich etwas daran, taucht der Befund wieder auf.`}
      footer={
        <>
          <DialogClose asChild>
            <Button>Abbrechen</Button>
          </DialogClose>
          <Button type="submit" form={formId} variant="primary" loading={settle.isPending}>
            Markieren
          </Button>
        </>
      }
    >
      <form id={formId} onSubmit={submit}>
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
      </form>
    </Dialog>
  );
}
