import { ChevronDown, ChevronRight } from "lucide-react";
import { useId, useState } from "react";
import { anyEvent } from "../../../contract/webhooks/webhooks.ts";
import { IconButton } from "../../ui/button.tsx";
import { Checkbox } from "../../ui/form/checkbox.tsx";
import { Fieldset } from "../../ui/form/fieldset.tsx";
import { type EventType, eventTypes } from "./event-labels.ts";

interface EventTreeProps {
  value: readonly string[];
  errors: readonly string[];
  onChange: (events: string[]) => void;
}

/** All events, those of a type, or single ones: what stands above covers what stands below. */
export function EventTree({ value, errors, onChange }: EventTreeProps) {
  const isAll = value.includes(anyEvent);
  return (
    <Fieldset legend="Ereignisse" errors={errors}>
      <div className="mt-1.5 text-ui">
        <Checkbox
          label="Alles, auch was später dazukommt"
          checked={isAll}
          indeterminate={!isAll && value.length > 0}
          onChange={() => onChange(isAll ? [] : [anyEvent])}
        />
        {!isAll && (
          <ul className="mt-1.5 max-h-64 overflow-y-auto rounded-6 border px-2.5 py-1.5">
            {eventTypes.map((type) => (
              <TypeBranch key={type.type} type={type} value={value} onChange={onChange} />
            ))}
          </ul>
        )}
      </div>
    </Fieldset>
  );
}

interface TypeBranchProps {
  type: EventType;
  value: readonly string[];
  onChange: (events: string[]) => void;
}

function TypeBranch({ type: { label, all, events }, value, onChange }: TypeBranchProps) {
  const isAll = value.includes(all);
  const chosen = events.filter(({ event }) => value.includes(event));
  const [open, setOpen] = useState(chosen.length > 0);
  const listId = useId();
  const others = value.filter((event) => event !== all && !events.some((own) => own.event === event));
  const toggle = (event: string) => {
    const now = isAll ? events.map((own) => own.event) : chosen.map((own) => own.event);
    const next = now.includes(event) ? now.filter((own) => own !== event) : [...now, event];
    onChange(next.length === events.length ? [...others, all] : [...others, ...next]);
  };
  return (
    <li>
      <div className="flex items-center gap-1">
        <IconButton
          size="sm"
          icon={open ? ChevronDown : ChevronRight}
          label={`${label}: einzelne Ereignisse`}
          aria-expanded={open}
          aria-controls={listId}
          onClick={() => setOpen(!open)}
        />
        <Checkbox
          label={label}
          checked={isAll}
          indeterminate={!isAll && chosen.length > 0}
          onChange={() => onChange(isAll ? others : [...others, all])}
        />
      </div>
      <ul id={listId} hidden={!open} className="mb-1 ml-[35px] max-md:ml-12">
        {events.map(({ event, label: verb }) => (
          <li key={event} className="flex min-h-7 items-center">
            <Checkbox
              label={verb}
              aria-label={`${label} ${verb}`}
              checked={isAll || value.includes(event)}
              onChange={() => toggle(event)}
            />
          </li>
        ))}
      </ul>
    </li>
  );
}
