import { Extension } from "@tiptap/core";
import { PluginKey } from "@tiptap/pm/state";
import { ReactRenderer } from "@tiptap/react";
import { Suggestion, type SuggestionOptions, type SuggestionProps } from "@tiptap/suggestion";
import { type ComponentType, forwardRef, useMemo } from "react";
import { type MentionKind, mayBeHidden } from "../../../../contract/document/mentions.ts";
import { editorBlocks } from "../../blocks/blocks.ts";
import type { BlockEntry, EntryTools } from "../../blocks/editor-block.ts";
import { type EntryKeys, EntryList } from "./entry-list.tsx";
import { type FoundMention, useMentionSearch } from "./use-mention-search.ts";

/** Longer than any name that somebody looks for. */
const maxSearchLength = 60;

type Shared = Pick<SuggestionOptions, "allow" | "shouldShow" | "offset" | "floatingUi">;

/** Opens by typing only, never because the cursor came by; code keeps its characters. */
function sharedOptions(key: PluginKey): Shared {
  return {
    offset: { mainAxis: 6 },
    floatingUi: { strategy: "fixed" },
    allow: ({ state, range }) => {
      const $from = state.doc.resolve(range.from);
      return !$from.parent.type.spec.code && !$from.marks().some(({ type }) => type.name === "code");
    },
    shouldShow: ({ editor, query, transaction }) =>
      query.length <= maxSearchLength &&
      !/^\s/.test(query) &&
      (transaction.docChanged || key.getState(editor.state)?.active === true),
  };
}

/** Shows a component at the cursor for as long as a suggestion goes on, and hands it the keys. */
function shownBy(Menu: ComponentType<never>, more: Record<string, unknown> = {}): SuggestionOptions["render"] {
  return () => {
    let menu: ReactRenderer<EntryKeys> | undefined;
    let unmount: (() => void) | undefined;
    return {
      onStart: (props) => {
        menu = new ReactRenderer(Menu as ComponentType, {
          editor: props.editor,
          props: { ...props, ...more },
          className: "z-[60]",
        });
        unmount = props.mount(menu.element);
      },
      onUpdate: (props) => menu?.updateProps({ ...props, ...more }),
      onKeyDown: ({ event }) => menu?.ref?.press(event) ?? false,
      onExit: () => {
        unmount?.();
        menu?.destroy();
        menu = undefined;
      },
    };
  };
}

const insertMention: SuggestionOptions<FoundMention, FoundMention>["command"] = ({ editor, range, props }) => {
  const { kind, thingId: id } = props;
  const label = mayBeHidden(kind) ? "" : props.name;
  editor
    .chain()
    .focus()
    .insertContentAt(range, [
      { type: "mention", attrs: { kind, id, label } },
      { type: "text", text: " " },
    ])
    .run();
};

const slashKey = new PluginKey("slashMenu");
const mentionKey = new PluginKey("mentionMenu");
const pageLinkKey = new PluginKey("pageLinkMenu");

/** „/“ for blocks, „@“ for people and records, „[[“ for pages. */
export const suggestionsWith = (tools: EntryTools) =>
  Extension.create({
    name: "suggestions",
    addProseMirrorPlugins() {
      const { editor } = this;
      return [
        Suggestion<BlockEntry, BlockEntry>({
          ...sharedOptions(slashKey),
          editor,
          pluginKey: slashKey,
          char: "/",
          render: shownBy(SlashMenu as ComponentType<never>),
          command: ({ range, props }) => {
            editor.chain().focus().deleteRange(range).run();
            props.run(editor, tools);
          },
        }),
        Suggestion<FoundMention, FoundMention>({
          ...sharedOptions(mentionKey),
          editor,
          pluginKey: mentionKey,
          char: "@",
          allowSpaces: true,
          allowedPrefixes: [" ", "(", "„", "/"],
          render: shownBy(MentionMenu as ComponentType<never>),
          command: insertMention,
        }),
        Suggestion<FoundMention, FoundMention>({
          ...sharedOptions(pageLinkKey),
          editor,
          pluginKey: pageLinkKey,
          char: "[[",
          allowSpaces: true,
          allowedPrefixes: null,
          render: shownBy(MentionMenu as ComponentType<never>, { kinds: ["page"] }),
          command: insertMention,
        }),
      ];
    },
  });

/** What „/“ offers: every kind of block. */
const SlashMenu = forwardRef<EntryKeys, SuggestionProps<BlockEntry, BlockEntry>>(function SlashMenu(
  { editor, query, command },
  ref,
) {
  const entries = useMemo(() => findBlockEntries(query).map((entry) => ({ ...entry, hint: entry.typed })), [query]);
  return (
    <EntryList
      ref={ref}
      editor={editor}
      label="Block einfügen"
      query={query}
      entries={entries}
      onChoose={(chosen) => command(chosen as BlockEntry)}
      empty="Kein Block heißt so."
    />
  );
});

interface MentionMenuProps extends SuggestionProps<FoundMention, FoundMention> {
  kinds?: readonly MentionKind[];
}

/** What „@“ and „[[“ offer: people and records by their names. */
const MentionMenu = forwardRef<EntryKeys, MentionMenuProps>(function MentionMenu(
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
      query={query}
      entries={found}
      isPending={isSearching}
      onChoose={(chosen) => command(chosen as FoundMention)}
      empty={hasFailed ? "Die Suche ist nicht erreichbar." : isSearching ? "Sucht …" : "Nichts gefunden."}
    />
  );
});

export const blockEntries: readonly BlockEntry[] = editorBlocks.flatMap(({ entries = [] }) => entries);

/** The entries that a search names, those whose name begins with it first; all of them for an empty search. */
export function findBlockEntries(search: string): BlockEntry[] {
  const wanted = fold(search);
  if (wanted === "") return [...blockEntries];
  const rank = ({ name, keywords }: BlockEntry) => {
    const names = fold(name).split(/[\s:]+/);
    if (fold(name).startsWith(wanted)) return 0;
    if (names.some((word) => word.startsWith(wanted))) return 1;
    if (
      fold(keywords)
        .split(" ")
        .some((word) => word.startsWith(wanted))
    )
      return 2;
    return 3;
  };
  const ranked = blockEntries.map((entry) => ({ entry, rank: rank(entry) })).filter((each) => each.rank < 3);
  return ranked.sort((a, b) => a.rank - b.rank).map(({ entry }) => entry);
}

/** Umlauts are found however they are typed. */
function fold(text: string): string {
  return text
    .trim()
    .toLocaleLowerCase("de-DE")
    .replace(/ä|ae/g, "a")
    .replace(/ö|oe/g, "o")
    .replace(/ü|ue/g, "u")
    .replaceAll("ß", "ss");
}
