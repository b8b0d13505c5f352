import { type ChangeEvent, useCallback, useEffect, useRef, useState } from "react";
import type { ZodType } from "zod";
import type { FieldProblems } from "../../contract/problems.ts";
import { clearDraft, readDraft, writeDraft } from "./draft.ts";
import { useAfterPress } from "./press.ts";
import { problemOf } from "./trpc.tsx";

type Values = Record<string, string>;
type Control = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement;

interface FormOptions<Fields extends Values> {
  /** From the contract, the same that the server checks by. */
  schema: ZodType;
  /** What is stored now; fields that are not being edited follow it. */
  initial: Fields;
  /** Keeps edits over a reload of the tab; leave it out of every form with a password. */
  draftKey?: string;
}

/** State of a form: checks on blur and on submit, shows every wrong field, merges what the server refuses. */
export function useForm<Fields extends Values>({ schema, initial, draftKey }: FormOptions<Fields>) {
  const form = useRef<HTMLFormElement>(null);
  const [edits, setEdits] = useState<Partial<Fields>>({});
  const [errors, setErrors] = useState<FieldProblems>({});
  const [message, setMessage] = useState<string>();
  const [refusals, setRefusals] = useState(0);
  const values: Fields = { ...initial, ...edits };
  const latest = useRef(values);
  useEffect(() => {
    latest.current = values;
  });
  const afterPress = useAfterPress();
  const isDirty = Object.keys(edits).some((name) => edits[name] !== initial[name]);

  useEffect(() => {
    if (draftKey) setEdits((now) => ({ ...(readDraft(draftKey) as Partial<Fields>), ...now }));
  }, [draftKey]);

  useEffect(() => {
    if (draftKey && isDirty) writeDraft(draftKey, edits as Values);
  }, [draftKey, edits, isDirty]);

  useEffect(() => {
    if (refusals > 0) form.current?.querySelector<HTMLElement>("[aria-invalid=true]")?.focus();
  }, [refusals]);

  const change = (name: keyof Fields & string, value: string) => {
    setEdits((now) => ({ ...now, [name]: value }));
    setErrors(({ [name]: _, ...others }) => others);
  };

  const refuse = (fields: FieldProblems) => {
    setErrors(fields);
    setRefusals((count) => count + 1);
  };

  return {
    form,
    values,
    isDirty,
    message,
    change,
    errorsOf: (name: keyof Fields & string) => errors[name] ?? [],
    /** The attributes of the control of a field. */
    control: (name: keyof Fields & string) => ({
      name,
      value: values[name],
      onChange: (event: ChangeEvent<Control>) => change(name, event.target.value),
      onBlur: () =>
        afterPress(() => setErrors((now) => ({ ...now, [name]: problemsOf(schema, latest.current)[name] ?? [] }))),
    }),
    /** Whether everything is right; otherwise each wrong field says so and the first gets the focus. */
    isValid(more: FieldProblems = {}): boolean {
      const fields = { ...problemsOf(schema, values), ...more };
      setMessage(undefined);
      if (Object.keys(fields).length === 0) return true;
      refuse(fields);
      return false;
    },
    /** Shows what the server refused; false when it belongs into a toast. */
    showRefusal(error: unknown): boolean {
      const problem = problemOf(error);
      if (problem?.fields) refuse(withoutPrefixes(problem.fields));
      else if (problem?.problem) setMessage(problem.message);
      return Boolean(problem?.fields || problem?.problem);
    },
    /** Forgets every edit, and the draft with them. */
    reset: useCallback(() => {
      setEdits({});
      setErrors({});
      setMessage(undefined);
      if (draftKey) clearDraft(draftKey);
    }, [draftKey]),
  };
}

function problemsOf(schema: ZodType, values: Values): FieldProblems {
  const result = schema.safeParse(values);
  const fields: FieldProblems = {};
  for (const issue of result.error?.issues ?? []) {
    const name = issue.path.join(".");
    fields[name] = [...(fields[name] ?? []), issue.message];
  }
  return fields;
}

/** The server names fields by their path in its input (`body.name`), a form by the field alone. */
function withoutPrefixes(fields: FieldProblems): FieldProblems {
  return Object.fromEntries(Object.entries(fields).map(([path, problems]) => [path.split(".").at(-1), problems]));
}
