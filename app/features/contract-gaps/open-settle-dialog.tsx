import { type ContractGap, gapKinds } from "../../../contract/contract-gaps/contract-gaps.ts";
import { useMutate } from "../../lib/api/mutate.ts";
import { useTRPC } from "../../lib/api/trpc.tsx";
import { type ModalControls, openModal } from "../../lib/dialogs/modals.ts";
import { useRefusals } from "../../lib/dialogs/name-dialog.tsx";
import { ReasonDialog } from "../../lib/dialogs/reason-dialog.tsx";

/** Asks why a finding is none; true when it is settled. */
export function openSettleDialog(gap: ContractGap): Promise<true | undefined> {
  return openModal<true>((controls) => <SettleDialog gap={gap} {...controls} />);
}

function SettleDialog({ gap, open, onOpenChange, close }: ModalControls<true> & { gap: ContractGap }) {
  const refused = useRefusals();
  const settle = useMutate(useTRPC().contractGap.settle.mutationOptions(), {
    refreshes: ["contractGap", "change"],
    success: "Als geklärt markiert.",
    onSuccess: () => close(true),
    onRefused: refused.onRefused,
  });
  const { kind, subject, facts } = gap;
  return (
    <ReasonDialog
      open={open}
      onOpenChange={onOpenChange}
      title="Als geklärt markieren"
      description={`${gapKinds[kind].label}: ${subject.label}. Ändert sich etwas daran, taucht der Befund wieder auf.`}
      submitLabel="Markieren"
      isBusy={settle.isPending}
      refused={refused}
      onSubmit={(reason) => settle.mutate({ kind, type: subject.type, id: subject.id, facts, reason })}
    />
  );
}
