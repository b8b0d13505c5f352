import type { SuggestionProps } from "@tiptap/suggestion";
import { forwardRef } from "react";
import type { MentionKind } from "../../../contract/document/mentions.ts";
import { type EntryKeys, EntryList } from "./entry-list.tsx";
import { type FoundMention, useMentionSearch } from "./use-mention-search.ts";

interface MentionMenuProps extends SuggestionProps<FoundMention, FoundMention> {
  kinds?: readonly MentionKind[];
}

/** What „@“ and „[[“ offer: people and records by their names. */
export const MentionMenu = forwardRef<EntryKeys, MentionMenuProps>(function MentionMenu(
  { editor, query, command, kinds },
  ref,
) {
  const { found, isSearching, hasFailed } = useMentionSearch(query, kinds);
  // Whoever types on after a name that leads nowhere writes a sentence.
  if (found.length === 0 && !isSearching && !hasFailed && /\s/.test(query)) return null;
  return (
    <EntryList
      ref={ref}
      editor={editor}
      label={kinds ? "Seite verlinken" : "Erwähnen"}
      entries={found}
      isPending={isSearching}
      onChoose={(chosen) => command(chosen as FoundMention)}
      empty={hasFailed ? "Die Suche ist nicht erreichbar." : isSearching ? "Sucht …" : "Nichts gefunden."}
    />
  );
});
