import type { Editor } from "@tiptap/core";
import type { LucideIcon } from "lucide-react";
import { forwardRef, type ReactNode, useEffect, useId, useImperativeHandle, useRef, useState } from "react";
import { requireValue } from "../../../../contract/narrowing.ts";
import { LetterTile } from "../../../ui/avatar/letter-tile.tsx";
import { cx } from "../../../ui/cx.ts";
import { Icon } from "../../../ui/icon.tsx";

export interface ListedEntry {
  id: string;
  name: string;
  group: string;
  /** Told apart by its letter when there is none. */
  icon?: LucideIcon | undefined;
  thingId?: string;
  note?: string | undefined;
  hint?: string | undefined;
}

/** What the text hands on to an open list; answers whether the key was for it. */
export interface EntryKeys {
  press: (event: KeyboardEvent) => boolean;
}

interface EntryListProps<Entry extends ListedEntry> {
  editor: Editor;
  label: string;
  entries: readonly Entry[];
  onChoose: (entry: Entry) => void;
  /** Whether other entries are on their way; Enter then waits for them. */
  isPending?: boolean;
  /** Stands where no entry is. */
  empty: ReactNode;
}

/** A list at the cursor. The focus stays in the text, which points at the entry that Enter would choose. */
export const EntryList = forwardRef<EntryKeys, EntryListProps<ListedEntry>>(function EntryList(
  { editor, label, entries, onChoose, isPending = false, empty },
  ref,
) {
  const listId = useId();
  const list = useRef<HTMLDivElement>(null);
  const [active, setActive] = useState(0);
  const index = Math.min(active, entries.length - 1);
  const shown = entries.map(({ id }) => id).join();

  // biome-ignore lint/correctness/useExhaustiveDependencies: other entries begin at the first again
  useEffect(() => setActive(0), [shown]);
  useEffect(() => {
    const text = editor.view.dom;
    if (index < 0) text.removeAttribute("aria-activedescendant");
    else text.setAttribute("aria-activedescendant", `${listId}-${index}`);
    text.setAttribute("aria-controls", listId);
    text.setAttribute("aria-haspopup", "listbox");
    text.setAttribute("aria-autocomplete", "list");
    list.current?.querySelector('[aria-selected="true"]')?.scrollIntoView({ block: "nearest" });
  }, [editor, listId, index]);
  useEffect(() => {
    const text = editor.view.dom;
    return () => {
      for (const name of ["activedescendant", "controls", "haspopup", "autocomplete"])
        text.removeAttribute(`aria-${name}`);
    };
  }, [editor]);

  const isChoosing = useRef(false);
  useEffect(() => {
    if (isPending || !isChoosing.current) return;
    isChoosing.current = false;
    if (entries[0]) onChoose(entries[0]);
  });
  useImperativeHandle(ref, () => ({
    press: ({ key }) => {
      isChoosing.current = isPending && (key === "Enter" || key === "Tab");
      if (isChoosing.current) return true;
      if (entries.length === 0) return false;
      const step = { ArrowDown: 1, ArrowUp: -1 }[key];
      if (step) setActive((index + step + entries.length) % entries.length);
      else if (key === "Enter" || key === "Tab") onChoose(requireValue(entries[index]));
      else return false;
      return true;
    },
  }));

  return (
    <div className="max-h-[min(344px,45dvh)] w-[340px] max-w-[calc(100vw-16px)] animate-rise overflow-y-auto rounded-10 bg-raised p-[5px] text-ui shadow-e2">
      <p role="status" className="sr-only">
        {entries.length === 0
          ? "Keine Treffer"
          : `${label}: ${entries.length} ${entries.length === 1 ? "Eintrag" : "Einträge"}`}
      </p>
      {entries.length === 0 && <div className="px-[9px] py-2 text-text-2">{empty}</div>}
      <div ref={list} id={listId} role="listbox" aria-label={label}>
        {entries.map((entry, at) => (
          <Row
            key={entry.id}
            id={`${listId}-${at}`}
            entry={entry}
            heading={entries[at - 1]?.group === entry.group ? undefined : entry.group}
            isActive={at === index}
            onPoint={() => setActive(at)}
            onChoose={() => onChoose(entry)}
          />
        ))}
      </div>
    </div>
  );
});

interface RowProps {
  id: string;
  entry: ListedEntry;
  heading: string | undefined;
  isActive: boolean;
  onPoint: () => void;
  onChoose: () => void;
}

function Row({ id, entry: { name, icon, thingId, note, hint }, heading, isActive, onPoint, onChoose }: RowProps) {
  return (
    <>
      {heading && (
        <div role="presentation" className="px-[9px] pb-[5px] pt-[7px] text-label text-text-3">
          {heading}
        </div>
      )}
      {/* biome-ignore lint/a11y/useKeyWithClickEvents: the keys belong to the text, which keeps the focus */}
      <div
        id={id}
        role="option"
        tabIndex={-1}
        aria-selected={isActive}
        onPointerMove={isActive ? undefined : onPoint}
        // The text would lose its selection.
        onMouseDown={(event) => event.preventDefault()}
        onClick={onChoose}
        className={cx(
          "flex min-h-8 cursor-pointer items-center gap-2.5 rounded-6 px-[9px] py-1 max-md:min-h-11",
          isActive && "bg-tint-6",
        )}
      >
        {icon ? <Icon of={icon} className="w-5 text-text-3" /> : <LetterTile name={name} thingId={thingId} />}
        <span className="min-w-0 truncate">
          {name}
          {note && <span className={cx("ml-2 text-meta", isActive ? "text-text-2" : "text-text-3")}>{note}</span>}
        </span>
        {hint && <span className="ml-auto flex-none pl-2 text-meta text-text-3">{hint}</span>}
      </div>
    </>
  );
}
