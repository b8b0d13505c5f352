import * as Popover from "@radix-ui/react-popover";
import { type KeyboardEvent, type ReactNode, useEffect, useId, useRef, useState } from "react";
import type { RecordOption } from "../../../../contract/records/rows.ts";
import { TextInput } from "../../../ui/form/text-input.tsx";
import { ComboboxList } from "./combobox-list.tsx";
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
  create?: { label: string; perform: (name: string) => void } | undefined;
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
  const listId = useId();
  const anchor = useRef<HTMLDivElement>(null);
  const content = useRef<HTMLDivElement>(null);
  const box = useCombobox(props);
  const { open, search, offer, active, show, hide } = box;

  return (
    <Popover.Root open={open} onOpenChange={(next) => (next ? show() : hide())}>
      <Popover.Anchor ref={anchor}>
        <TextInput
          {...{ name, placeholder, autoFocus }}
          role="combobox"
          aria-label={label}
          aria-expanded={open}
          aria-controls={open ? listId : undefined}
          aria-activedescendant={open && active >= 0 ? `${listId}-${active}` : undefined}
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
          id={listId}
          label={label ?? "Treffer"}
          found={box.found}
          options={box.options}
          isPeople={to === "user"}
          active={active}
          selected={selected}
          offer={offer && `„${search}“ ${offer.label}`}
          hasSearch={search !== ""}
          onPoint={box.point}
          onChoose={box.choose}
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
  const [pointed, setPointed] = useState<number>();
  // Enter came before the answer to what was typed.
  const [isAwaited, setAwaited] = useState(false);
  const search = typed?.trim() ?? "";
  const found = useOptions(to, search, open);
  // Until the answer is there, what is already known and fits can be taken.
  const options = found.options.filter(
    (option) => !without.includes(option.id) && (found.isCurrent || fits(option, search)),
  );
  const isKnown = options.some((option) => option.label.toLowerCase() === search.toLowerCase());
  const offer = create && search !== "" && found.isCurrent && !isKnown ? create : undefined;
  const count = options.length + (offer ? 1 : 0);
  const active = Math.min(pointed ?? (search === "" ? -1 : 0), count - 1);

  const show = () => {
    setOpen(true);
    setPointed(undefined);
    setAwaited(false);
  };
  const hide = () => {
    setOpen(false);
    setTyped(undefined);
    setPointed(undefined);
    setAwaited(false);
  };
  const choose = (index: number) => {
    const option = options[index];
    hide();
    if (option) onPick(option);
    else if (offer) offer.perform(search);
  };

  useEffect(() => {
    if (!isAwaited || !found.isCurrent) return;
    setAwaited(false);
    if (active >= 0) choose(active);
  });

  const onKeyDown = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing) return;
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step) {
      event.preventDefault();
      if (!open) return show();
      if (count > 0) setPointed((active + step + (active < 0 && step < 0 ? 1 : 0) + count) % count);
    } else if (event.key === "Enter" && open && !event.ctrlKey && !event.metaKey) {
      event.preventDefault();
      if (active >= 0) choose(active);
      else setAwaited(!found.isCurrent && search !== "");
    } else if (event.key === "Backspace" && (typed ?? rest) === "") onEraseBack?.();
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
  const shown = typed ?? rest;
  return {
    open,
    shown,
    search,
    found,
    options,
    offer,
    active,
    type,
    show,
    hide,
    point: setPointed,
    choose,
    onKeyDown,
    leave,
  };
}

function fits({ label, note }: RecordOption, search: string): boolean {
  return `${label} ${note ?? ""}`.toLowerCase().includes(search.toLowerCase());
}
