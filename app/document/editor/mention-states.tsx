import type { Node } from "@tiptap/pm/model";
import { type Editor, useEditorState } from "@tiptap/react";
import { createContext, type ReactNode, useContext, useMemo } from "react";
import { attributesOf } from "../../../contract/document/attribute-rules.ts";
import { mentionRules } from "../../../contract/document/blocks/mention.ts";
import { type MentionKey, mentionName } from "../../../contract/document/mentions.ts";
import type { PageReference } from "../../../contract/wiki/page-rows.ts";
import { useReferences } from "../view/use-references.ts";

const States = createContext<ReadonlyMap<string, PageReference>>(new Map());

/** Asks once for all that a text mentions; the chips below take from it what they show. The text stays as it is. */
export function MentionStates({ editor, children }: { editor: Editor; children: ReactNode }) {
  const keys = useEditorState({ editor, selector: ({ editor }) => mentionedIn(editor.state.doc) });
  const references = useReferences(keys);
  const states = useMemo(
    () => new Map(references.map((reference) => [mentionName(reference), reference])),
    [references],
  );
  return <States.Provider value={states}>{children}</States.Provider>;
}

/** What is known of a mentioned thing; nothing while that was not heard, as without a network. */
export function useMentionState(key: MentionKey): PageReference | undefined {
  return useContext(States).get(mentionName(key));
}

const known = new WeakMap<Node, MentionKey[]>();

/** Each thing once, in the order of the text; found once for each state of it. */
function mentionedIn(doc: Node): MentionKey[] {
  const before = known.get(doc);
  if (before) return before;
  const found = new Map<string, MentionKey>();
  doc.descendants((node) => {
    if (node.type.name !== "mention") return;
    const { kind, id } = attributesOf(mentionRules, node);
    found.set(mentionName({ kind, id }), { kind, id });
  });
  const keys = [...found.values()];
  known.set(doc, keys);
  return keys;
}
