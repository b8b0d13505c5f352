import { type FormEvent, useState } from "react";
import type { Declaration } from "../../../../contract/records/declaration.ts";
import type { Field } from "../../../../contract/records/fields.ts";
import type { RecordBody } from "../../../../contract/records/rows.ts";
import { Button } from "../../../ui/button.tsx";
import { Checkbox } from "../../../ui/checkbox.tsx";
import { TextInput } from "../../../ui/text-input.tsx";
import { FieldControl } from "../form/field-control.tsx";
import { type FormValues, formValueOf, inputOf } from "../form/form-value.ts";

interface BulkEditFormProps {
  declaration: Declaration;
  only?: string;
  onSubmit: (body: RecordBody) => void;
  onCancel: () => void;
}

/** The fields that make sense for many records at once; only the ticked ones are sent. */
export function BulkEditForm({ declaration, only, onSubmit, onCancel }: BulkEditFormProps) {
  const names = only ? [only] : editableNames(declaration);
  const [search, setSearch] = useState("");
  const [values, setValues] = useState<FormValues>(() => (only ? withField({}, declaration, only) : {}));
  const [error, setError] = useState("");
  const toggle = (name: string, isOn: boolean) => {
    setError("");
    setValues(({ [name]: _, ...others }) => (isOn ? withField(others, declaration, name) : others));
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const ticked = Object.entries(values);
    if (ticked.length === 0) return setError("Bitte hake mindestens ein Feld an.");
    onSubmit(Object.fromEntries(ticked.map(([name, value]) => [name, inputOf(fieldOf(declaration, name), value)])));
  };
  const shown = names.filter(
    (name) =>
      name in values ||
      fieldOf(declaration, name).label.toLocaleLowerCase("de").includes(search.toLocaleLowerCase("de")),
  );
  return (
    <form onSubmit={submit} noValidate className="mt-4 flex min-h-0 flex-col gap-3">
      {!only && (
        <TextInput
          type="search"
          aria-label="Feld suchen"
          placeholder="Feld suchen …"
          value={search}
          onChange={(event) => setSearch(event.target.value)}
        />
      )}
      <div className="-mx-1 max-h-[52dvh] overflow-y-auto px-1">
        {shown.map((name) => {
          const value = values[name];
          const control = value !== undefined && (
            <FieldControl
              declaration={declaration}
              name={name}
              value={value}
              onChange={(next) => setValues((now) => ({ ...now, [name]: next }))}
            />
          );
          return only ? (
            <div key={name}>{control}</div>
          ) : (
            <div key={name} className="border-b py-1.5">
              <Checkbox
                label={fieldOf(declaration, name).label}
                checked={value !== undefined}
                className="min-h-8"
                onChange={({ target }) => toggle(name, target.checked)}
              />
              {control && <div className="pb-2 pl-6 pt-1">{control}</div>}
            </div>
          );
        })}
      </div>
      {error && (
        <p role="alert" className="text-meta text-bad-text">
          {error}
        </p>
      )}
      <div className="flex justify-end gap-2 pt-2">
        <Button onClick={onCancel}>Abbrechen</Button>
        <Button type="submit" variant="ink">
          Übernehmen
        </Button>
      </div>
    </form>
  );
}

const fieldOf = (declaration: Declaration, name: string) => declaration.fields[name] as Field;

function withField(values: FormValues, declaration: Declaration, name: string): FormValues {
  return { ...values, [name]: formValueOf(fieldOf(declaration, name), undefined) };
}

/** What tells records apart is their own, and tags have a command of their own. */
function editableNames({ fields, titleField, naturalKeys }: Declaration): string[] {
  return Object.keys(fields).filter((name) => {
    const field = fields[name];
    const isOwn = name === titleField || naturalKeys.includes(name);
    return field && !isOwn && !field.readOnly && field.kind !== "tags";
  });
}
