import type { FormEvent, ReactNode } from "react";
import { conditions } from "../../../contract/devices/movements.ts";
import { Button } from "../../ui/button.tsx";
import { ChoiceSelect } from "../../ui/form/choice-select.tsx";
import { Field } from "../../ui/form/field.tsx";
import { TextArea } from "../../ui/form/text-area.tsx";
import { DialogFooter } from "../../ui/overlays/dialog-footer.tsx";

interface MoveFormProps {
  submitLabel: string;
  isPending: boolean;
  onSubmit: () => void;
  onCancel: () => void;
  children: ReactNode;
}

/** The frame that handing out and taking back share. */
export function MoveForm({ submitLabel, isPending, onSubmit, onCancel, children }: MoveFormProps) {
  const submit = (event: FormEvent) => {
    event.preventDefault();
    // The dialog hangs in the tree of what opened it; a form around that must not take this for its own.
    event.stopPropagation();
    if (!isPending) onSubmit();
  };
  return (
    <form onSubmit={submit} noValidate className="mt-[18px] grid gap-[18px]">
      {children}
      <DialogFooter onCancel={onCancel} className="mt-1">
        <Button type="submit" variant="primary" loading={isPending}>
          {submitLabel}
        </Button>
      </DialogFooter>
    </form>
  );
}

type Condition = keyof typeof conditions | "";

export function ConditionField({ value, onChange }: { value: Condition; onChange: (value: Condition) => void }) {
  return (
    <Field label="Zustand" mark="optional">
      <ChoiceSelect labels={{ "": "Keine Angabe", ...conditions }} value={value} onChange={onChange} />
    </Field>
  );
}

export function NoteField({ value, onChange }: { value: string; onChange: (value: string) => void }) {
  return (
    <Field label="Notiz" mark="optional">
      <TextArea rows={2} maxLength={2000} value={value} onChange={(event) => onChange(event.target.value)} />
    </Field>
  );
}

/** „Netzteil, Tasche“ as a list. */
export function toAccessories(text: string): string[] {
  return text
    .split(/[,;\n]/)
    .map((part) => part.trim())
    .filter(Boolean);
}
