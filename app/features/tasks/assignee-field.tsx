import type { Ref } from "../../../contract/records/fields.ts";
import { type TaskGroup, taskGroupLabels, taskGroups } from "../../../contract/tasks/tasks.ts";
import { useSession } from "../../lib/people/session.tsx";
import { RelationPicker } from "../../records/form/controls/relation-picker.tsx";
import { Field } from "../../ui/form/field.tsx";
import { Select } from "../../ui/form/select.tsx";

/** Who has to do it; `isPerson` stands for „Eine Person …“ before one is chosen. */
export interface Assignee {
  person: Ref | null;
  group: TaskGroup | null;
  isPerson: boolean;
}

export const nobody: Assignee = { person: null, group: null, isPerson: false };

export const assignmentOf = ({ person, group }: Assignee) => ({
  assigneeUserId: person?.id ?? null,
  assigneeGroup: person ? null : group,
});

interface AssigneeFieldProps {
  value: Assignee;
  errors: readonly string[];
  onChange: (value: Assignee) => void;
}

/** Nobody, oneself, another person, or everybody with a role. */
export function AssigneeField({ value, errors, onChange }: AssigneeFieldProps) {
  const me = useSession().data?.user;
  const isMe = value.person !== null && value.person.id === me?.id && !value.isPerson;
  const choice = isMe ? "me" : value.person || value.isPerson ? "person" : (value.group ?? "");
  const choose = (next: string) => {
    if (next === "me" && me) onChange({ ...nobody, person: { id: me.id, label: me.name } });
    else if (next === "person") onChange({ ...nobody, isPerson: true });
    else onChange({ ...nobody, group: taskGroups.find((group) => group === next) ?? null });
  };
  return (
    <div className="grid gap-2">
      <Field label="Zuständig" mark="optional" errors={choice === "person" ? [] : errors}>
        <Select value={choice} onChange={(event) => choose(event.target.value)}>
          <option value="">Niemand Bestimmtes</option>
          <option value="me">Ich</option>
          <option value="person">Eine Person …</option>
          {taskGroups.map((group) => (
            <option key={group} value={group}>
              {taskGroupLabels[group]}
            </option>
          ))}
        </Select>
      </Field>
      {choice === "person" && (
        <Field label="Person" errors={errors}>
          <RelationPicker
            to="user"
            value={value.person}
            onChange={(person) => onChange({ ...nobody, person, isPerson: true })}
          />
        </Field>
      )}
    </div>
  );
}
