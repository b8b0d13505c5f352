import { type FormEvent, useRef, useState } from "react";
import type { ZodType } from "zod";
import { declarationOf } from "../../../contract/records/declarations.ts";
import { fieldNamed } from "../../../contract/records/read-value.ts";
import type { RecordBody, RecordRow } from "../../../contract/records/rows.ts";
import { useInvalidate } from "../../lib/api/invalidate.ts";
import { useMutate } from "../../lib/api/mutate.ts";
import { problemOf } from "../../lib/api/trpc.tsx";
import { Button } from "../../ui/button.tsx";
import { useRecordApi } from "../record-api.ts";
import { FieldControl } from "./controls/field-control.tsx";
import { bodyOf, formValueOf, inputOf, storedValues } from "./form-value.ts";
import { newRelationsOf } from "./new-relations.ts";
import { useFormSchema } from "./use-form-schema.ts";

interface QuickFillFormProps {
  record: RecordRow;
  name: string;
  onDone: () => void;
}

export function QuickFillForm({ record, name, onDone }: QuickFillFormProps) {
  const declaration = declarationOf(record.type);
  const field = fieldNamed(declaration.fields, name);
  const api = useRecordApi(record.type);
  const invalidate = useInvalidate();
  const [value, setValue] = useState(() => formValueOf(field, record.values[name]));
  const [errors, setErrors] = useState<string[]>([]);
  const [version] = useState(record.version);
  const form = useRef<HTMLFormElement>(null);
  const [hasConflict, setHasConflict] = useState(false);

  const schema = useFormSchema(record.type);
  const save = useMutate(api.update.mutationOptions(), {
    refreshes: [record.type, "change", "dashboard"],
    onSuccess: onDone,
    onRefused: (error) => {
      const problem = problemOf(error);
      if (!problem?.problem) return false;
      setHasConflict(problem.conflict !== undefined);
      setErrors(Object.values(problem.fields ?? {}).flat());
      if (!problem.fields) setErrors([problem.message]);
      return true;
    },
  });

  const submit = (event: FormEvent) => {
    event.preventDefault();
    event.stopPropagation();
    if (save.isPending) return;
    const body = { [name]: inputOf(field, value) };
    schema.whenRead(() => {
      const wrong = problemsOf(schema.read(), { ...storedBody(record), ...body }, name);
      setErrors(wrong);
      const newRelations = newRelationsOf({ [name]: value }, body);
      if (wrong.length === 0) save.mutate({ params: { id: record.id }, body, version, newRelations });
      else form.current?.querySelector<HTMLElement>("[aria-invalid=true], input, select, textarea")?.focus();
    });
  };

  const reload = () => {
    void invalidate([record.type]);
    onDone();
  };

  return (
    <form ref={form} onSubmit={submit} noValidate className="grid gap-3">
      <FieldControl
        declaration={declaration}
        name={name}
        value={value}
        onChange={(next) => {
          setValue(next);
          setErrors([]);
        }}
        errors={errors}
        autoFocus
      />
      <div className="flex justify-end gap-2">
        {hasConflict ? (
          <Button size="sm" onClick={reload}>
            Neu laden
          </Button>
        ) : (
          <Button type="submit" size="sm" variant="primary" loading={save.isPending} loadingLabel="Speichert …">
            Speichern
          </Button>
        )}
      </div>
    </form>
  );
}

/** What is wrong with one field beside what else the record holds. */
function problemsOf(schema: ZodType | undefined, body: RecordBody, name: string): string[] {
  const issues = schema?.safeParse(body).error?.issues ?? [];
  return issues.filter(({ path }) => path[0] === name).map(({ message }) => message);
}

/** What the record holds already, as a body; what the server alone sets is no part of it. */
function storedBody({ type, values }: RecordRow): RecordBody {
  const { fields } = declarationOf(type);
  const names = Object.keys(values).filter((name) => fields[name] && !fields[name].readOnly);
  return bodyOf(fields, storedValues(fields, names, values), names);
}
