import { useQuery } from "@tanstack/react-query";
import { Plus, X } from "lucide-react";
import { maxChecklistItemLength, maxChecklistItems } from "../../../contract/tasks/tasks.ts";
import { useTRPC } from "../../lib/api/trpc.tsx";
import { newClientId } from "../../lib/new-client-id.ts";
import { Button, IconButton } from "../../ui/button.tsx";
import { Checkbox } from "../../ui/form/checkbox.tsx";
import { Fieldset } from "../../ui/form/fieldset.tsx";
import { Select } from "../../ui/form/select.tsx";
import { TextInput } from "../../ui/form/text-input.tsx";
import type { TaskFields } from "./task-fields.ts";

type Points = TaskFields["checklist"];

interface ChecklistFieldProps {
  value: Points;
  errors: readonly string[];
  onChange: (value: Points) => void;
}

const pointOf = (text: string) => ({ text, isDone: false, key: newClientId() });

/** The points of a task, which may come from a template. */
export function ChecklistField({ value, errors, onChange }: ChecklistFieldProps) {
  const templates = useQuery(useTRPC().task.templates.queryOptions({})).data ?? [];
  const change = (key: string, changes: Partial<Points[number]>) =>
    onChange(value.map((point) => (point.key === key ? { ...point, ...changes } : point)));
  return (
    <Fieldset legend="Checkliste" errors={errors}>
      <ul className="mt-1.5 grid gap-1.5">
        {value.map((point, index) => (
          <li key={point.key} className="flex items-center gap-2">
            <Checkbox
              aria-label={`${point.text || `Punkt ${index + 1}`} erledigt`}
              checked={point.isDone}
              onChange={(event) => change(point.key, { isDone: event.target.checked })}
            />
            <TextInput
              aria-label={`Punkt ${index + 1}`}
              value={point.text}
              maxLength={maxChecklistItemLength}
              autoComplete="off"
              autoFocus={point.text === "" && index === value.length - 1}
              className="min-w-0 flex-1"
              onChange={(event) => change(point.key, { text: event.target.value })}
              onKeyDown={(event) => {
                if (event.key !== "Enter" || event.ctrlKey || event.metaKey) return;
                event.preventDefault();
                if (point.text.trim() !== "" && value.length < maxChecklistItems) onChange([...value, pointOf("")]);
              }}
            />
            <IconButton
              icon={X}
              size="sm"
              label={`Punkt ${index + 1} entfernen`}
              onClick={() => onChange(value.filter(({ key }) => key !== point.key))}
            />
          </li>
        ))}
      </ul>
      <div className="mt-1.5 flex flex-wrap items-center gap-2">
        <Button
          size="sm"
          icon={Plus}
          disabled={value.length >= maxChecklistItems}
          onClick={() => onChange([...value, pointOf("")])}
        >
          Punkt
        </Button>
        {templates.length > 0 && (
          <Select
            aria-label="Punkte aus einer Vorlage"
            value=""
            className="w-[200px] max-w-full"
            onChange={({ target }) => {
              const items = templates.find(({ id }) => id === target.value)?.items ?? [];
              onChange([...value.filter(({ text }) => text.trim()), ...items.map(pointOf)].slice(0, maxChecklistItems));
            }}
          >
            <option value="">Aus Vorlage …</option>
            {templates.map(({ id, title }) => (
              <option key={id} value={id}>
                {title}
              </option>
            ))}
          </Select>
        )}
      </div>
    </Fieldset>
  );
}
