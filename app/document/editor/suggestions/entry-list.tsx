import type { Editor } from "@tiptap/core";
import type { LucideIcon } from "lucide-react";
import { Fragment, forwardRef, type ReactNode, useImperativeHandle } from "react";
import { LetterTile } from "../../../ui/avatar/letter-tile.tsx";
import { cx } from "../../../ui/cx.ts";
import { Icon } from "../../../ui/icon.tsx";
import { ListboxHeading, ListboxOption, ListboxStatus } from "../../../ui/listbox/listbox.tsx";
import { useListbox, useListboxField } from "../../../ui/listbox/use-listbox.ts";
import { findShown } from "./use-mention-search.ts";

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
  /** What was typed to get these entries. */
  query: string;
  entries: readonly Entry[];
  onChoose: (entry: Entry) => void;
  /** Whether other entries are on their way; Enter then waits for them, unless one that is shown fits. */
  isPending?: boolean;
  /** Stands where no entry is. */
  empty: ReactNode;
}

/** A list at the cursor. The focus stays in the text, which points at the entry that Enter would choose. */
export const EntryList = forwardRef<EntryKeys, EntryListProps<ListedEntry>>(function EntryList(
  { editor, label, query, entries, onChoose, isPending = false, empty },
  ref,
) {
  const listbox = useListbox({
    query,
    options: entries,
    state: isPending ? "pending" : "answered",
    onChoose,
    findKnown: (known) => findShown(known, query),
    choosesOnTab: true,
  });
  useListboxField(listbox, () => editor.view.dom);
  useImperativeHandle(ref, () => ({ press: listbox.press }), [listbox.press]);

  return (
    <div className="max-h-[min(344px,45dvh)] w-[340px] max-w-[calc(100vw-16px)] animate-rise overflow-y-auto rounded-10 bg-raised p-[5px] text-ui shadow-e2">
      <ListboxStatus count={entries.length}>{empty}</ListboxStatus>
      <div {...listbox.listProps(label)}>
        {entries.map((entry, index) => (
          <Fragment key={entry.id}>
            {entries[index - 1]?.group !== entry.group && <ListboxHeading>{entry.group}</ListboxHeading>}
            <ListboxOption listbox={listbox} index={index}>
              <Entry entry={entry} isActive={index === listbox.activeIndex} />
            </ListboxOption>
          </Fragment>
        ))}
      </div>
    </div>
  );
});

function Entry({ entry, isActive }: { entry: ListedEntry; isActive: boolean }) {
  const { name, icon, thingId, note, hint } = entry;
  return (
    <>
      {icon ? <Icon of={icon} className="w-5 text-text-3" /> : <LetterTile name={name} thingId={thingId} />}
      <span className="min-w-0 truncate">
        {name}
        {note && <span className={cx("ml-2 text-meta", isActive ? "text-text-2" : "text-text-3")}>{note}</span>}
      </span>
      {hint && <span className="ml-auto flex-none pl-2 text-meta text-text-3">{hint}</span>}
    </>
  );
}
