import { useQueryClient } from "@tanstack/react-query";
import { type FormEvent, type KeyboardEvent, useEffect, useMemo, useRef, useState } from "react";
import { declarationOf } from "../../../contract/records/declarations.ts";
import type { Output } from "../../../contract/records/fields.ts";
import type { RecordKey, RecordType } from "../../../contract/records/record-types.ts";
import { isMadeInForms, type MadeInForms } from "../../../contract/records/relations.ts";
import type { RecordBody, RecordConflict, RecordRow } from "../../../contract/records/rows.ts";
import { useInvalidate } from "../../lib/api/invalidate.ts";
import { useMutate } from "../../lib/api/mutate.ts";
import { problemOf } from "../../lib/api/trpc.tsx";
import { useForm } from "../../lib/form/form.tsx";
import { newClientId } from "../../lib/new-client-id.ts";
import { useRole } from "../../lib/people/use-role.ts";
import { matchesShortcut } from "../../lib/shortcuts.ts";
import { useRecordApi } from "../record-api.ts";
import { useBaseVersion } from "./conflicts/use-base-version.ts";
import { bodyOf, type FormValues, startValues, storedValues } from "./form-value.ts";
import { formParts, namesOf } from "./layout.ts";
import { newRef, newRelationsOf } from "./new-relations.ts";
import type { SavedRecord } from "./record-dialog.tsx";
import { useFormSchema } from "./use-form-schema.ts";

interface RecordFormOptions {
  type: RecordType;
  /** The record as it is stored now; absent for a new one. */
  record?: RecordRow | undefined;
  /** What a new record starts with. */
  prefill?: Record<string, Output> | undefined;
  draftKey?: string | undefined;
  /** Sends nothing: another form makes the record when it is saved. */
  isForLater?: boolean;
  onSaved: (saved: SavedRecord) => void | Promise<void>;
}

export type RecordFormState = ReturnType<typeof useRecordForm>;

/** The state of a record's form: its values, what is wrong, saving, and what others changed meanwhile. */
export function useRecordForm({ type, record, prefill, draftKey, isForLater, onSaved }: RecordFormOptions) {
  const role = useRole();
  const declaration = declarationOf(type);
  const { fields } = declaration;
  const invalidate = useInvalidate();
  const parts = useMemo(() => formParts(declaration, role), [declaration, role]);
  const names = useMemo(() => namesOf(parts), [parts]);
  const initial = useMemo(
    () => (record ? storedValues(fields, names, record.values) : startValues(fields, names, prefill)),
    [record, fields, names, prefill],
  );
  const schema = useFormSchema(type);
  const toInput = (values: FormValues) => bodyOf(fields, values, names);
  const form = useForm<FormValues>({ schema: schema.read, initial, toInput, ...(draftKey && { draftKey }) });
  const base = useBaseVersion(record?.version, form.isDirty, draftKey);
  const [conflict, setConflict] = useState<RecordConflict>();
  const isValidValue = (name: string) =>
    !schema
      .read()
      ?.safeParse(toInput(form.values))
      .error?.issues.some(({ path }) => path[0] === name);
  const { existing, setExisting, checkTaken } = useTaken({ type, record, form, isValidValue });
  const forget = () => {
    setConflict(undefined);
    setExisting(undefined);
  };
  const { write, isSaving, isBusy, saveButton } = useWriting({
    type,
    record,
    values: form.values,
    onBegin: forget,
    onSaved: async (saved) => {
      const made = newRelationsOf(form.values, toInput(form.values)).map(({ type }) => type);
      form.reset();
      if (made.length > 0) await invalidate(made);
      await onSaved(saved);
    },
    onRefused: (error) => {
      const problem = problemOf(error);
      setConflict(problem?.conflict);
      const [path = ""] = Object.keys(problem?.fields ?? {});
      setExisting(problem?.existing && { ...problem.existing, field: path.replace(/^body\./, "") });
      return form.showRefusal(error);
    },
  });

  const collected = (type: MadeInForms): SavedRecord => {
    const body = toInput(form.values);
    const title = String(body[declaration.titleField] ?? declaration.labels.one);
    const ref = newRef(type, title, body, newRelationsOf(form.values, body));
    return { id: ref.id, title, version: 0, ref };
  };
  const edits = () => bodyOf(fields, form.values, form.edited());
  const save = () =>
    schema.whenRead(() => {
      if (isBusy.current || !form.isValid()) return;
      if (isForLater && isMadeInForms(type)) return void onSaved(collected(type));
      write(record ? edits() : toInput(form.values), { version: base });
    });

  return {
    ...form,
    change: (name: string, value: FormValues[string]) => {
      setExisting((now) => (now?.field === name ? undefined : now));
      form.change(name, value);
    },
    check: (name: string) =>
      schema.whenRead(() => {
        form.check(name);
        void checkTaken(name);
      }),
    declaration,
    parts,
    record,
    initial,
    isSaving,
    conflict,
    existing,
    /** The attributes of the form element. */
    onForm: savesBy(save),
    /** Of a form that is locked while it saves. */
    saveButton,
    /** Whether somebody else has saved the record since this edit began. */
    isOutdated: record !== undefined && base !== undefined && record.version > base && form.isDirty,
    /** Saves over what others changed. */
    overwrite: () => write(edits(), { version: base, overwrite: true }),
    /** Saves what a comparison came to; `version` is the one that was compared with. */
    saveMerged: (body: RecordBody, version: number) => write(body, { version }),
    /** Forgets the edits and shows what is stored. */
    reload: () => {
      form.reset();
      forget();
      return invalidate([type]);
    },
  };
}

interface TakenOptions extends Pick<RecordFormOptions, "type" | "record"> {
  form: ReturnType<typeof useForm<FormValues>>;
  isValidValue: (name: string) => boolean;
}

/** Says of what only one record may have whether another one has it, as soon as its field is left. */
function useTaken({ type, record, form, isValidValue }: TakenOptions) {
  const declaration = declarationOf(type);
  const api = useRecordApi(type);
  const queryClient = useQueryClient();
  const [existing, setExisting] = useState<RecordKey & { field: string }>();
  const checkTaken = async (name: string) => {
    const { titleField, naturalKeys, identity = [], uniqueTogether = [] } = declaration;
    const isTogether = uniqueTogether.includes(name);
    const isTold = isTogether || [titleField, ...naturalKeys, ...identity].includes(name);
    if (!isTold || !form.edited().includes(name) || !isValidValue(name)) return;
    const asked = [
      name,
      ...(isTogether ? uniqueTogether.filter((other) => other !== name && isValidValue(other)) : []),
    ];
    const input = { body: bodyOf(declaration.fields, form.values, asked), ...(record && { exceptId: record.id }) };
    const taken = await queryClient.fetchQuery(api.taken.queryOptions(input)).catch(() => null);
    // Of values that are taken together, the last field says so, whichever was left.
    if (!taken || !asked.includes(taken.field)) return;
    setExisting({ type, id: taken.id, field: taken.field });
    form.refuseValue(taken.field, form.values[taken.field], taken.message);
  };
  return { existing, setExisting, checkTaken };
}

interface WritingOptions extends Pick<RecordFormOptions, "type" | "record"> {
  values: FormValues;
  onBegin: () => void;
  onSaved: (saved: SavedRecord) => Promise<void>;
  onRefused: (error: unknown) => boolean;
}

/** Creates the record or changes it, with the records that its form makes along; one at a time. */
function useWriting({ type, record, values, onBegin, onSaved, onRefused }: WritingOptions) {
  const api = useRecordApi(type);
  // Known at once, where the state of a mutation comes with the next rendering.
  const isBusy = useRef(false);
  const creationId = useRef<string>(undefined);
  const writing = {
    refreshes: [type, "change", "dashboard"] as const,
    success: "Gespeichert.",
    onSuccess: (saved: SavedRecord) => {
      creationId.current = undefined;
      return onSaved(saved);
    },
    onRefused,
  };
  const create = useMutate(api.create.mutationOptions(), writing);
  const update = useMutate(api.update.mutationOptions(), writing);
  const write = (body: RecordBody, options: { version?: number | undefined; overwrite?: true } = {}) => {
    if (isBusy.current) return;
    isBusy.current = true;
    const onSettled = () => {
      isBusy.current = false;
    };
    onBegin();
    const made = newRelationsOf(values, body);
    const along = made.length > 0 && { newRelations: made };
    if (record) update.mutate({ params: { id: record.id }, body, ...options, ...along }, { onSettled });
    else {
      creationId.current ??= newClientId();
      create.mutate({ body, creationId: creationId.current, ...along }, { onSettled });
    }
  };
  const isSaving = create.isPending || update.isPending;
  const saveButton = useRef<HTMLButtonElement>(null);
  // Locked controls lose the focus; the button that says what happens keeps it.
  useEffect(() => {
    if (isSaving) saveButton.current?.focus();
  }, [isSaving]);
  return { write, isSaving, isBusy, saveButton };
}

/** A form saves by its button and by the keyboard, from any of its fields. */
function savesBy(save: () => void) {
  return {
    onSubmit: (event: FormEvent) => {
      event.preventDefault();
      event.stopPropagation();
      save();
    },
    onKeyDown: (event: KeyboardEvent) => {
      if (!matchesShortcut(event.nativeEvent, "mod+enter")) return;
      event.preventDefault();
      save();
    },
  };
}
