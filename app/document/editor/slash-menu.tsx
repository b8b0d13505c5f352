import type { SuggestionProps } from "@tiptap/suggestion";
import { forwardRef, useMemo } from "react";
import type { BlockEntry } from "../blocks/editor-block.ts";
import { findBlockEntries } from "./block-entries.ts";
import { type EntryKeys, EntryList } from "./entry-list.tsx";

/** What „/“ offers: every kind of block. */
export const SlashMenu = forwardRef<EntryKeys, SuggestionProps<BlockEntry, BlockEntry>>(function SlashMenu(
  { editor, query, command },
  ref,
) {
  const entries = useMemo(() => findBlockEntries(query).map((entry) => ({ ...entry, hint: entry.typed })), [query]);
  return (
    <EntryList
      ref={ref}
      editor={editor}
      label="Block einfügen"
      entries={entries}
      onChoose={(chosen) => command(chosen as BlockEntry)}
      empty="Kein Block heißt so."
    />
  );
});
