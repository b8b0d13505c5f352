import { Link } from "@remix-run/react";
import { useQuery } from "@tanstack/react-query";
import { type FormEvent, useState } from "react";
import { declarationOf } from "../../../contract/records/declarations.ts";
import type { Ref } from "../../../contract/records/fields.ts";
import { fieldNamed, linksOf, refOf, roleLinksOf } from "../../../contract/records/read-value.ts";
import { shownBy } from "../../../contract/records/record-types.ts";
import type { RelationGroup } from "../../../contract/records/relations.ts";
import type { RecordBody, RecordRow } from "../../../contract/records/rows.ts";
import { useInvalidate } from "../../lib/api/invalidate.ts";
import { useMutate } from "../../lib/api/mutate.ts";
import { problemOf } from "../../lib/api/trpc.tsx";
import { Button } from "../../ui/button.tsx";
import { cx } from "../../ui/cx.ts";
import { Field } from "../../ui/form/field.tsx";
import { FormNotice } from "../../ui/form/form-notice.tsx";
import { Select } from "../../ui/form/select.tsx";
import { linkClass } from "../../ui/link-class.ts";
import { Combobox } from "../form/controls/combobox.tsx";
import { useFieldNotes } from "../form/field-notes.tsx";
import { dialogForm, namesOf } from "../form/layout.ts";
import { FieldList } from "../form/record-fields.tsx";
import { useRecordForm } from "../form/use-record-form.ts";
import { useRecordApi } from "../record-api.ts";
import { useFieldHint, useRecordMark } from "../record-mark.tsx";
import type { Addition } from "./additions.ts";

interface AddRelationFormProps {
  record: RecordRow;
  group: RelationGroup;
  addition: Addition;
  onDone: () => void;
}

/** Ties a record to one that is found by its name, or to a new one of that name. */
export function AddRelationForm(props: AddRelationFormProps) {
  const [name, setName] = useState<string>();
  if (name === undefined) return <ExistingForm {...props} onNew={setName} />;
  return <NewForm {...props} name={name} onBack={() => setName(undefined)} />;
}

function ExistingForm({
  record,
  group,
  addition,
  onDone,
  onNew,
}: AddRelationFormProps & { onNew: (name: string) => void }) {
  const { labels } = declarationOf(group.type);
  const [chosen, setChosen] = useState<Ref>();
  const [role, setRole] = useState(Object.keys(addition.roles)[0]);
  const isIn = group.direction === "in";
  const other = useQuery({
    ...useRecordApi(group.type).get.queryOptions({ id: chosen?.id ?? "" }),
    enabled: isIn && chosen !== undefined,
  });
  const holder = isIn ? other.data : record;
  const { save, problem, forget } = useTie(record, group, onDone);
  const before = isIn ? refOf(holder?.values[group.field]) : null;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    event.stopPropagation();
    if (!chosen || !holder || save.isPending) return;
    const body = tied(holder, group.field, { id: isIn ? record.id : chosen.id, role });
    save.mutate({ params: { id: holder.id }, body, version: holder.version });
  };
  return (
    <form onSubmit={submit} noValidate className="grid gap-3">
      <Field label={labels.one}>
        <Combobox
          to={group.type}
          rest={chosen?.label ?? ""}
          placeholder="Suchen …"
          autoFocus
          without={group.items.map(({ id }) => id)}
          selected={chosen?.id}
          onPick={({ id, label }) => {
            forget();
            setChosen({ id, label });
          }}
          onEmptied={() => setChosen(undefined)}
          create={addition.isMadeHere ? onNew : undefined}
        />
      </Field>
      {before && before.id !== record.id && (
        <p role="status" className="text-meta text-text-2">
          Gehört bisher zu „{before.label}“ und wechselt hierher.
        </p>
      )}
      <RoleSelect roles={addition.roles} role={role} onChange={setRole} />
      {problem && <FormNotice text={problem} />}
      <div className="flex items-center justify-end gap-3">
        {addition.path && (
          <Link to={addition.path} className={cx(linkClass, "mr-auto text-ui")}>
            {labels.create}
          </Link>
        )}
        <Button
          type="submit"
          size="sm"
          variant="primary"
          disabled={!chosen || !holder}
          loading={save.isPending}
          loadingLabel="Speichert …"
        >
          Zuordnen
        </Button>
      </div>
    </form>
  );
}

/** What a new record needs; it is made together with its tie, or not at all. */
function NewForm({
  record,
  group,
  addition,
  onDone,
  name,
  onBack,
}: AddRelationFormProps & { name: string; onBack: () => void }) {
  const { type, field, direction } = group;
  const declaration = declarationOf(type);
  const isIn = direction === "in";
  const [role, setRole] = useState(Object.keys(addition.roles)[0]);
  const invalidate = useInvalidate();
  const { save, problem } = useTie(record, group, onDone);
  const [prefill] = useState(() => {
    const own = { id: record.id, label: record.title };
    const tie = fieldNamed(declaration.fields, isIn ? field : declaration.titleField);
    const value = tie.kind === "links" ? [{ ...own, role: Object.keys(tie.roles)[0] ?? "" }] : own;
    return { ...(isIn && { [field]: value }), [declaration.titleField]: name };
  });
  const form = useRecordForm({
    type,
    prefill,
    // What this record names is made by the update that names it.
    isForLater: !isIn,
    onSaved: async ({ ref }) => {
      if (!ref) {
        await invalidate([...shownBy[type], "relation"]);
        return onDone();
      }
      const body = tied(record, field, { id: ref.id, role });
      save.mutate({ params: { id: record.id }, body, version: record.version, newRelations: ref.newRelations });
    },
  });
  const noteOf = useFieldNotes(form, useFieldHint(type));
  const asked = useRecordMark(type).askedInPassing ?? [];
  const { first } = dialogForm(declaration, form.parts, true);
  const names = namesOf(form.parts).filter((each) => each !== (isIn && field) && [...first, ...asked].includes(each));
  const isSaving = form.isSaving || save.isPending;
  const changeRole = (next: string) => {
    setRole(next);
    if (isIn)
      form.change(
        field,
        linksOf(form.values[field]).map((link) => ({ ...link, role: next })),
      );
  };
  return (
    <form ref={form.form} {...form.onForm} noValidate aria-busy={isSaving || undefined} className="grid gap-3">
      <h2 className="text-ui font-semibold">{declaration.labels.create}</h2>
      <fieldset disabled={isSaving} className="grid min-w-0 gap-[18px]">
        <FieldList form={form} names={names} noteOf={noteOf} autoFocus />
        <RoleSelect roles={addition.roles} role={role} onChange={changeRole} />
      </fieldset>
      {(problem ?? form.message) && <FormNotice text={problem ?? form.message ?? ""} />}
      <div className="flex justify-end gap-2">
        <Button size="sm" variant="ghost" onClick={onBack}>
          Zurück
        </Button>
        <Button type="submit" size="sm" variant="primary" loading={isSaving} loadingLabel="Speichert …">
          {declaration.labels.one} anlegen
        </Button>
      </div>
    </form>
  );
}

interface RoleSelectProps {
  roles: Addition["roles"];
  role: string | undefined;
  onChange: (role: string) => void;
}

function RoleSelect({ roles, role, onChange }: RoleSelectProps) {
  const offered = Object.entries(roles);
  if (offered.length === 0) return null;
  return (
    <Field label="Rolle">
      <Select value={role} onChange={({ target }) => onChange(target.value)}>
        {offered.map(([value, label]) => (
          <option key={value} value={value}>
            {label}
          </option>
        ))}
      </Select>
    </Field>
  );
}

/** Writes the tie into whichever of the two records names the other. */
function useTie(record: RecordRow, group: RelationGroup, onDone: () => void) {
  const [problem, setProblem] = useState<string>();
  const holder = group.direction === "in" ? group.type : record.type;
  const save = useMutate(useRecordApi(holder).update.mutationOptions(), {
    refreshes: [record.type, group.type, "relation", "change", "dashboard"],
    success: "Zugeordnet.",
    onSuccess: onDone,
    onRefused: (error) => {
      const refusal = problemOf(error);
      setProblem(Object.values(refusal?.fields ?? {}).flat()[0] ?? refusal?.message);
      return refusal?.problem !== undefined;
    },
  });
  return { save, problem, forget: () => setProblem(undefined) };
}

/** What a record holds in a field once it names another one, too. */
function tied(
  { type, values }: Pick<RecordRow, "type" | "values">,
  name: string,
  { id, role }: { id: string; role: string | undefined },
): RecordBody {
  const field = fieldNamed(declarationOf(type).fields, name);
  if (field.kind !== "links") return { [name]: id };
  return { [name]: [...roleLinksOf(values[name]), { id, role: role ?? Object.keys(field.roles)[0] ?? "" }] };
}
