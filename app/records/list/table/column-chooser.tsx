import { ChevronDown, ChevronUp, GripVertical } from "lucide-react";
import { type DragEvent, useState } from "react";
import type { Declaration } from "../../../../contract/records/declaration.ts";
import { IconButton } from "../../../ui/button.tsx";
import { cx } from "../../../ui/cx.ts";
import { Checkbox } from "../../../ui/form/checkbox.tsx";
import { Icon } from "../../../ui/icon.tsx";
import { moved } from "./column-order.ts";

interface ColumnChooserProps {
  declaration: Declaration;
  /** In the order of the table. */
  shown: readonly string[];
  onChange: (columns: string[]) => void;
}

/** The shown columns in their order, to be dragged or moved by their buttons, and below them all others. */
export function ColumnChooser({ declaration, shown, onChange }: ColumnChooserProps) {
  const { fields, titleField } = declaration;
  const [dragged, setDragged] = useState<string>();
  const hidden = Object.keys(fields).filter((name) => !shown.includes(name));
  const drop = (event: DragEvent, onto: number) => {
    event.preventDefault();
    if (dragged) onChange(moved(shown, dragged, onto));
    setDragged(undefined);
  };
  return (
    <>
      <ul aria-label="Gezeigte Spalten">
        {shown.map((name, index) => {
          const label = fields[name]?.label ?? name;
          return (
            <li
              key={name}
              draggable
              onDragStart={() => setDragged(name)}
              onDragEnd={() => setDragged(undefined)}
              onDragOver={(event) => dragged && event.preventDefault()}
              onDrop={(event) => drop(event, index)}
              className={cx(
                "group/column flex min-h-8 items-center gap-1 rounded-6 hover:bg-tint-4",
                dragged === name && "opacity-50",
              )}
            >
              <Icon of={GripVertical} size={14} className="cursor-grab text-text-3" />
              <Checkbox
                label={label}
                checked
                disabled={name === titleField}
                className="min-w-0 flex-1"
                onChange={() => onChange(shown.filter((other) => other !== name))}
              />
              <IconButton
                icon={ChevronUp}
                label={`${label} nach vorn`}
                size="sm"
                disabled={index === 0}
                onClick={() => onChange(moved(shown, name, index - 1))}
              />
              <IconButton
                icon={ChevronDown}
                label={`${label} nach hinten`}
                size="sm"
                disabled={index === shown.length - 1}
                onClick={() => onChange(moved(shown, name, index + 1))}
              />
            </li>
          );
        })}
      </ul>
      <ul aria-label="Weitere Spalten" className="mt-1.5 border-t pt-1.5">
        {hidden.map((name) => (
          <li key={name}>
            <Checkbox
              label={fields[name]?.label}
              checked={false}
              className="flex min-h-8 w-full rounded-6 pl-[18px] hover:bg-tint-4"
              onChange={() => onChange([...shown, name])}
            />
          </li>
        ))}
      </ul>
    </>
  );
}
