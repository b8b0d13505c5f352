import { useState } from "react";
import { type PinTarget, pinKinds } from "../../../contract/incidents/incident-page.ts";
import type { Ref } from "../../../contract/records/fields.ts";
import { useMutate } from "../../lib/api/mutate.ts";
import { useTRPC } from "../../lib/api/trpc.tsx";
import { FormDialog } from "../../lib/dialogs/form-dialog.tsx";
import type { ModalControls } from "../../lib/dialogs/modals.ts";
import { useRefusals } from "../../lib/dialogs/name-dialog.tsx";
import { RelationPicker } from "../../records/form/controls/relation-picker.tsx";
import { ChoiceSelect } from "../../ui/form/choice-select.tsx";
import { Field } from "../../ui/form/field.tsx";

/** Pins a page of the wiki to what an incident is about, so that it stands with the next one, too. */
export function PinDialog({ targets, close, ...controls }: { targets: readonly PinTarget[] } & ModalControls<true>) {
  const [page, setPage] = useState<Ref | null>(null);
  const [chosen, setChosen] = useState("0");
  const { refusals, onRefused } = useRefusals();
  const pin = useMutate(useTRPC().incident.setPin.mutationOptions(), {
    refreshes: ["incident"],
    success: "Seite angeheftet.",
    onRefused,
    onSuccess: () => close(true),
  });
  const labels = Object.fromEntries(
    targets.map(({ kind, label }, index) => [String(index), `${pinKinds[kind]}: ${label}`]),
  );
  const target = targets[Number(chosen)];
  return (
    <FormDialog
      {...controls}
      title="Seite anheften"
      description="Sie steht dann bei jeder Störung, die dasselbe betrifft."
      submitLabel="Anheften"
      isBusy={pin.isPending}
      isIncomplete={!page || !target}
      message={refusals[0]}
      onSubmit={() =>
        page && target && pin.mutate({ pageId: page.id, kind: target.kind, value: target.value, on: true })
      }
    >
      <Field label="Wiki-Seite">
        <RelationPicker to="page" value={page} onChange={setPage} autoFocus />
      </Field>
      <Field label="Gilt für">
        <ChoiceSelect labels={labels} value={chosen} onChange={setChosen} />
      </Field>
    </FormDialog>
  );
}
