import { Plus, X } from "lucide-react";
import type { LinkRef, LinksField } from "../../../../contract/records/fields.ts";
import { Button, IconButton } from "../../../ui/button.tsx";
import { Select } from "../../../ui/form/select.tsx";
import { RelationPicker } from "./relation-picker.tsx";

interface LinksControlProps {
  field: LinksField;
  value: readonly LinkRef[];
  onChange: (value: LinkRef[]) => void;
}

/** Rows of one record and its role each; a row without a record counts for nothing. */
export function LinksControl({ field, value, onChange }: LinksControlProps) {
  const roles = Object.entries(field.roles);
  const [firstRole] = Object.keys(field.roles);
  const setRow = (index: number, row: LinkRef) => onChange(value.map((other, at) => (at === index ? row : other)));
  return (
    <div className="grid gap-2">
      {value.map((link, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: rows are told apart by their place alone
        <div key={index} className="flex items-start gap-2 max-md:flex-wrap">
          <span className="min-w-0 flex-1 max-md:basis-full">
            <RelationPicker
              to={field.to}
              label={`${field.label} ${index + 1}`}
              value={link.id ? link : null}
              onChange={(ref) => setRow(index, { ...(ref ?? { id: "", label: "" }), role: link.role })}
              autoFocus={link.id === ""}
              canCreate
            />
          </span>
          {roles.length > 1 && (
            <Select
              aria-label={`Rolle von ${link.label || `${field.label} ${index + 1}`}`}
              className="w-[170px] flex-none max-md:w-auto max-md:flex-1"
              value={link.role}
              onChange={(event) => setRow(index, { ...link, role: event.target.value })}
            >
              {roles.map(([role, label]) => (
                <option key={role} value={role}>
                  {label}
                </option>
              ))}
            </Select>
          )}
          <IconButton
            icon={X}
            label={`${link.label || `${field.label} ${index + 1}`} entfernen`}
            className="mt-0.5 max-md:mt-0"
            onClick={() => onChange(value.filter((_, at) => at !== index))}
          />
        </div>
      ))}
      <Button
        size="sm"
        icon={Plus}
        className="justify-self-start"
        onClick={() => onChange([...value, { id: "", label: "", role: firstRole ?? "" }])}
      >
        Hinzufügen
      </Button>
    </div>
  );
}
