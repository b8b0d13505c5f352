import { type FormEvent, useState } from "react";
import type { FieldProblems } from "../../../../contract/problems.ts";
import type { Declaration } from "../../../../contract/records/declaration.ts";
import { fieldNamed } from "../../../../contract/records/read-value.ts";
import type { NewRelation } from "../../../../contract/records/relations.ts";
import type { RecordBody } from "../../../../contract/records/rows.ts";
import { Button } from "../../../ui/button.tsx";
import { Checkbox } from "../../../ui/form/checkbox.tsx";
import { TextInput } from "../../../ui/form/text-input.tsx";
import { FieldControl } from "../../form/controls/field-control.tsx";
import { type FormValues, formValueOf, inputOf } from "../../form/form-value.ts";
import { newRelationsOf } from "../../form/new-relations.ts";

interface BulkEditFormProps {
  declaration: Declaration;
  only?: string;
  apply: (body: RecordBody, newRelations: NewRelation[]) => Promise<FieldProblems | "done">;
  onDone: () => void;
  onCancel: () => void;
}

/** The fields that make sense for many records at once; only the ticked ones are sent. */
export function BulkEditForm({ declaration, only, apply, onDone, onCancel }: BulkEditFormProps) {
  const names = only ? [only] : editableNames(declaration);
  const [search, setSearch] = useState("");
  const [values, setValues] = useState<FormValues>(() => (only ? withField({}, declaration, only) : {}));
  const [error, setError] = useState("");
  const [problems, setProblems] = useState<FieldProblems>({});
  const [isSaving, setSaving] = useState(false);
  const toggle = (name: string, isOn: boolean) => {
    setError("");
    setValues(({ [name]: _, ...others }) => (isOn ? withField(others, declaration, name) : others));
  };
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (isSaving) return;
    const ticked = Object.entries(values);
    if (ticked.length === 0) return setError("Bitte hake mindestens ein Feld an.");
    setSaving(true);
    const body = Object.fromEntries(ticked.map(([name, value]) => [name, inputOf(fieldOf(declaration, name), value)]));
    const result = await apply(body, newRelationsOf(values, body));
    setSaving(false);
    if (result === "done") onDone();
    else setProblems(result);
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
          const { label } = fieldOf(declaration, name);
          return (
            <div key={name} className={only ? undefined : "flex items-start gap-2 border-b py-1.5"}>
              {!only && (
                <Checkbox
                  label={value === undefined && label}
                  aria-label={value === undefined ? undefined : `${label} ändern`}
                  checked={value !== undefined}
                  className={value === undefined ? "min-h-8" : "min-h-5"}
                  onChange={({ target }) => toggle(name, target.checked)}
                />
              )}
              {value !== undefined && (
                <div className="min-w-0 flex-1 pb-2">
                  <FieldControl
                    declaration={declaration}
                    name={name}
                    value={value}
                    errors={problemsOf(problems, name)}
                    onChange={(next) => setValues((now) => ({ ...now, [name]: next }))}
                  />
                </div>
              )}
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
        <Button type="submit" variant="primary" loading={isSaving} loadingLabel="Ändert …">
          Übernehmen
        </Button>
      </div>
    </form>
  );
}

const fieldOf = (declaration: Declaration, name: string) => fieldNamed(declaration.fields, name);

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

/** The server names a field by its path in the input, of which the end is the field. */
function problemsOf(problems: FieldProblems, name: string): string[] {
  return Object.entries(problems).flatMap(([path, sentences]) =>
    path.split(".").includes(name) ? (sentences ?? []) : [],
  );
}
