import { type FormEvent, useState } from "react";
import type { Ref } from "../../../../contract/records/fields.ts";
import { Button } from "../../../ui/button.tsx";
import { Field } from "../../../ui/form/field.tsx";
import { RelationsPicker } from "../../form/controls/relation-picker.tsx";
import { newRelationsOf } from "../../form/new-relations.ts";
import type { TagChange } from "./bulk-dialogs.tsx";

interface BulkTagsFormProps {
  onSubmit: (change: TagChange) => void;
  onCancel: () => void;
}

export function BulkTagsForm({ onSubmit, onCancel }: BulkTagsFormProps) {
  const [add, setAdd] = useState<Ref[]>([]);
  const [remove, setRemove] = useState<Ref[]>([]);
  const [errors, setErrors] = useState<string[]>([]);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (add.length + remove.length === 0) return setErrors(["Tags: Bitte wähle mindestens einen Tag."]);
    const both = remove.find(({ id }) => add.some((tag) => tag.id === id));
    if (both) return setErrors([`Tags: „${both.label}“ kann nicht zugleich hinzugefügt und entfernt werden.`]);
    const body = { tags: add.map(({ id }) => id) };
    const newRelations = newRelationsOf({ add }, body);
    onSubmit({ add: body.tags, remove: remove.map(({ id }) => id), newRelations });
  };
  return (
    <form onSubmit={submit} noValidate className="mt-4 grid gap-4">
      <Field label="Hinzufügen">
        <RelationsPicker
          to="tag"
          value={add}
          canCreate
          onChange={(tags) => {
            setAdd(tags);
            setErrors([]);
          }}
        />
      </Field>
      <Field label="Entfernen" errors={errors}>
        <RelationsPicker
          to="tag"
          value={remove}
          onChange={(tags) => {
            setRemove(tags);
            setErrors([]);
          }}
        />
      </Field>
      <div className="flex justify-end gap-2 pt-2">
        <Button onClick={onCancel}>Abbrechen</Button>
        <Button type="submit" variant="primary">
          Übernehmen
        </Button>
      </div>
    </form>
  );
}
