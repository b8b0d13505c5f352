import * as Popover from "@radix-ui/react-popover";
import { ChevronDown } from "lucide-react";
import { type KeyboardEvent, useId, useMemo, useRef, useState } from "react";
import { cx } from "../../../ui/cx.ts";
import { Field } from "../../../ui/field.tsx";
import { Icon } from "../../../ui/icon.tsx";
import { TextInput } from "../../../ui/text-input.tsx";
import { ComboboxList } from "../../records/form/combobox-list.tsx";
import { findTimeZones, offsetOf } from "./time-zones.ts";

interface TimeZoneFieldProps {
  value: string;
  errors: readonly string[];
  hint?: string;
  className?: string;
  onChange: (timeZone: string) => void;
}

const portalHint = "Nach ihr richten sich Uhrzeiten, Fristen, Ruhezeiten und geplante Aufgaben.";
const known = { isPending: false, isError: false, retry: () => undefined };

/** A text field with the time zones that fit what is typed (WAI-ARIA combobox); the focus stays in the field. */
export function TimeZoneField({ value, errors, hint = portalHint, className, onChange }: TimeZoneFieldProps) {
  const listId = useId();
  const anchor = useRef<HTMLDivElement>(null);
  const content = useRef<HTMLDivElement>(null);
  const [open, setOpen] = useState(false);
  const [typed, setTyped] = useState<string>();
  const [pointed, setPointed] = useState(0);
  const options = useMemo(() => {
    if (!open) return [];
    const now = new Date();
    return findTimeZones(typed ?? "").map((zone) => ({ id: zone, label: zone, note: offsetOf(zone, now) }));
  }, [open, typed]);
  const active = Math.min(pointed, options.length - 1);

  const show = () => {
    setOpen(true);
    setPointed(0);
  };
  const hide = () => {
    setOpen(false);
    setTyped(undefined);
  };
  const choose = (index: number) => {
    const option = options[index];
    hide();
    if (option) onChange(option.id);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step) {
      event.preventDefault();
      if (!open) return show();
      if (options.length > 0) setPointed((active + step + options.length) % options.length);
    } else if (event.key === "Enter" && open) {
      event.preventDefault();
      choose(active);
    }
  };

  return (
    <Field label="Zeitzone" hint={hint} errors={errors} className={cx("max-w-[440px]", className)}>
      <Popover.Root open={open} onOpenChange={(next) => (next ? show() : hide())}>
        <Popover.Anchor ref={anchor}>
          <TextInput
            role="combobox"
            aria-expanded={open}
            aria-controls={open ? listId : undefined}
            aria-activedescendant={open && active >= 0 ? `${listId}-${active}` : undefined}
            aria-autocomplete="list"
            autoComplete="off"
            spellCheck={false}
            value={typed ?? value}
            onChange={(event) => {
              setTyped(event.target.value);
              show();
            }}
            onClick={(event) => {
              if (!open) event.currentTarget.select();
              show();
            }}
            onKeyDown={onKeyDown}
            onBlur={(event) => !content.current?.contains(event.relatedTarget) && hide()}
            trailing={<Icon of={ChevronDown} className="pointer-events-none mr-1.5 text-text-3" />}
          />
        </Popover.Anchor>
        <Popover.Content
          ref={content}
          role="presentation"
          align="start"
          sideOffset={4}
          collisionPadding={8}
          onOpenAutoFocus={(event) => event.preventDefault()}
          onCloseAutoFocus={(event) => event.preventDefault()}
          onInteractOutside={(event) => anchor.current?.contains(event.target as Node) && event.preventDefault()}
          onMouseDown={(event) => event.preventDefault()}
          className="z-[70] max-h-[min(340px,var(--radix-popover-content-available-height))] w-[max(var(--radix-popover-trigger-width),240px)] max-w-[calc(100vw-16px)] overflow-y-auto rounded-10 bg-raised p-[5px] text-ui shadow-e2"
        >
          <ComboboxList
            id={listId}
            label="Zeitzonen"
            found={known}
            options={options}
            isPeople={false}
            active={active}
            selected={value}
            offer={undefined}
            hasSearch
            onPoint={setPointed}
            onChoose={choose}
          />
        </Popover.Content>
      </Popover.Root>
    </Field>
  );
}
