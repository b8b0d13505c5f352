import { useState } from "react";
import { Field } from "../../ui/form/field.tsx";
import { TextArea } from "../../ui/form/text-area.tsx";
import { FormDialog } from "./form-dialog.tsx";
import type { ModalControls } from "./modals.ts";
import type { useRefusals } from "./name-dialog.tsx";

interface ReasonDialogProps extends Pick<ModalControls<true>, "open" | "onOpenChange"> {
  title: string;
  description: string;
  submitLabel: string;
  isBusy: boolean;
  /** What the server has against the reason, from `useRefusals`. */
  refused: ReturnType<typeof useRefusals>;
  onSubmit: (reason: string) => void;
}

/** Asks for the reason of something, told at its field where the server refuses it. */
export function ReasonDialog({ refused: { refusals, forget }, onSubmit, ...dialog }: ReasonDialogProps) {
  const [reason, setReason] = useState("");
  return (
    <FormDialog {...dialog} onSubmit={() => onSubmit(reason)}>
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
