import { type ReactNode, useState } from "react";
import type { Field } from "../../../../contract/records/fields.ts";
import type { RecordRow } from "../../../../contract/records/rows.ts";
import { MissingChip } from "../../../ui/status/missing-chip.tsx";
import { QuickFill } from "../../form/quick-fill.tsx";

interface MissingValueProps {
  record: RecordRow;
  name: string;
  field: Field;
  children?: ReactNode;
}

/** The „fehlt“ chip of a row. Hundreds stand in a list, so the way to fill it comes with the first press. */
export function MissingValue({ record, name, field, children }: MissingValueProps) {
  const [isPressed, setPressed] = useState(false);
  if (!record.can.edit) return <MissingChip>{children}</MissingChip>;
  if (isPressed)
    return (
      <QuickFill record={record} name={name} field={field} defaultOpen>
        {children}
      </QuickFill>
    );
  return (
    <MissingChip
      aria-haspopup="dialog"
      aria-label={`${field.label} von ${record.title} fehlt: ergänzen`}
      onClick={() => setPressed(true)}
    >
      {children}
    </MissingChip>
  );
}
