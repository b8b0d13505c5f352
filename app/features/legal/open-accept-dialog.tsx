import { type LegalFinding, legalDisclaimer } from "../../../contract/legal/legal.ts";
import { useMutate } from "../../lib/api/mutate.ts";
import { useTRPC } from "../../lib/api/trpc.tsx";
import { type ModalControls, openModal } from "../../lib/dialogs/modals.ts";
import { useRefusals } from "../../lib/dialogs/name-dialog.tsx";
import { ReasonDialog } from "../../lib/dialogs/reason-dialog.tsx";

/** Asks why a finding stays as it is; true when it is accepted. */
export function openAcceptDialog(finding: LegalFinding): Promise<true | undefined> {
  return openModal<true>((controls) => <AcceptDialog finding={finding} {...controls} />);
}

function AcceptDialog({ finding, open, onOpenChange, close }: ModalControls<true> & { finding: LegalFinding }) {
  const refused = useRefusals();
  const accept = useMutate(useTRPC().legal.accept.mutationOptions(), {
    refreshes: ["legal", "website", "change"],
    success: "Akzeptiert.",
    onSuccess: () => close(true),
    onRefused: refused.onRefused,
  });
  return (
    <ReasonDialog
      open={open}
      onOpenChange={onOpenChange}
      title="Auffälligkeit akzeptieren"
      description={`${finding.rule.title}: ${finding.text} Sie zählt dann nicht mehr als offen. ${legalDisclaimer}`}
      submitLabel="Akzeptieren"
      isBusy={accept.isPending}
      refused={refused}
      onSubmit={(reason) => accept.mutate({ id: finding.id, reason })}
    />
  );
}
