import * as Popover from "@radix-ui/react-popover";
import { type KeyboardEvent, type ReactNode, useRef, useState } from "react";
import type { RecordOption } from "../../../../contract/records/rows.ts";
import { TextInput } from "../../../ui/form/text-input.tsx";
import { useListbox } from "../../../ui/listbox/use-listbox.ts";
import { ComboboxList, type ComboboxOption } from "./combobox-list.tsx";
import { type OptionSource, useOptions } from "./use-picker-options.ts";

interface ComboboxProps {
  to: OptionSource;
  /** What the field shows while nobody types in it. */
  rest: string;
  /** Options that are not offered again. */
  without?: readonly string[];
  selected?: string | undefined;
  onPick: (option: RecordOption) => void;
  /** The person emptied the field. */
  onEmptied?: () => void;
  /** Backspace in the empty field. */
  onEraseBack?: () => void;
  /** Takes a name that nothing has yet. */
  create?: ((name: string) => void) | undefined;
  trailing?: ReactNode;
  name?: string;
  label?: string | undefined;
  placeholder?: string | undefined;
  autoFocus?: boolean | undefined;
  onBlur?: (() => void) | undefined;
}

/** A text field with a list of what fits (WAI-ARIA combobox with list autocompletion); the focus stays in the field. */
export function Combobox(props: ComboboxProps) {
  const { to, trailing, label, selected, name, placeholder, autoFocus } = props;
  const anchor = useRef<HTMLDivElement>(null);
  const content = useRef<HTMLDivElement>(null);
  const box = useCombobox(props);
  const { open, listbox, show, hide } = box;

  return (
    <Popover.Root open={open} onOpenChange={(next) => (next ? show() : hide())}>
      <Popover.Anchor ref={anchor}>
        <TextInput
          name={name}
          placeholder={placeholder}
          autoFocus={autoFocus}
          role="combobox"
          aria-label={label}
          aria-expanded={open}
          aria-controls={open ? listbox.listId : undefined}
          aria-activedescendant={open ? listbox.activeId : undefined}
          aria-autocomplete="list"
          autoComplete="off"
          spellCheck={false}
          value={box.shown}
          onChange={(event) => box.type(event.target.value)}
          onClick={(event) => {
            if (!open) event.currentTarget.select();
            show();
          }}
          onKeyDown={box.onKeyDown}
          onBlur={(event) => !content.current?.contains(event.relatedTarget) && box.leave()}
          trailing={trailing}
        />
      </Popover.Anchor>
      {/* Without a portal: inside a dialog the list then belongs to it and can be scrolled. */}
      <Popover.Content
        ref={content}
        role="presentation"
        align="start"
        sideOffset={4}
        collisionPadding={8}
        onOpenAutoFocus={(event) => event.preventDefault()}
        onCloseAutoFocus={(event) => event.preventDefault()}
        onInteractOutside={(event) =>
          event.target instanceof Node && anchor.current?.contains(event.target) && event.preventDefault()
        }
        onMouseDown={(event) => event.preventDefault()}
        className="z-[70] max-h-[min(340px,var(--radix-popover-content-available-height))] w-[max(var(--radix-popover-trigger-width),240px)] max-w-[calc(100vw-16px)] overflow-y-auto rounded-10 bg-raised p-[5px] text-ui shadow-e2"
      >
        <ComboboxList
          listbox={listbox}
          label={label ?? "Treffer"}
          found={box.found}
          options={box.options}
          isPeople={to === "user"}
          selected={selected}
          hasSearch={box.search !== ""}
        />
      </Popover.Content>
    </Popover.Root>
  );
}

/** What is typed and pointed at, what fits it, and what the keys do. */
function useCombobox(props: Omit<ComboboxProps, "trailing" | "label">) {
  const { to, rest, without = [], create, onPick, onEmptied, onEraseBack, onBlur } = props;
  const [open, setOpen] = useState(false);
  const [typed, setTyped] = useState<string>();
  const search = typed?.trim() ?? "";
  const found = useOptions(to, search, open);
  // Until the answer is there, what is already known and fits can be taken.
  const fitting = found.options.filter(
    (option) => !without.includes(option.id) && (found.isCurrent || fits(option, search)),
  );
  const isKnown = fitting.some((option) => option.label.toLowerCase() === search.toLowerCase());
  const hasOffer = create && search !== "" && found.isCurrent && !isKnown;
  const offer: ComboboxOption[] = hasOffer ? [{ id: "", label: search, note: null, isNew: true }] : [];
  const options = [...fitting, ...offer];

  const listbox = useListbox<ComboboxOption>({
    query: search,
    options,
    state: found.isCurrent ? "answered" : "pending",
    onChoose: (option) => {
      hide();
      if (option.isNew) create?.(search);
      else onPick(option);
    },
    findKnown: ([first]) => first,
    startsAtFirst: search !== "",
    onClose: () => hide(),
  });
  const show = () => {
    setOpen(true);
    listbox.reset();
  };
  const hide = () => {
    setOpen(false);
    setTyped(undefined);
    listbox.reset();
  };

  const onKeyDown = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing) return;
    if (!open && (event.key === "ArrowDown" || event.key === "ArrowUp")) {
      event.preventDefault();
      show();
    } else if (open && listbox.press(event)) return;
    else if (open && event.key === "Enter" && !event.ctrlKey && !event.metaKey) event.preventDefault();
    else if (event.key === "Backspace" && (typed ?? rest) === "") onEraseBack?.();
  };

  const leave = () => {
    if (typed !== undefined && search === "" && rest !== "") onEmptied?.();
    hide();
    onBlur?.();
  };

  const type = (text: string) => {
    setTyped(text);
    show();
  };
  return { open, shown: typed ?? rest, search, found, options, listbox, type, show, hide, onKeyDown, leave };
}

function fits({ label, note }: RecordOption, search: string): boolean {
  return `${label} ${note ?? ""}`.toLowerCase().includes(search.toLowerCase());
}
