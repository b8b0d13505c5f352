import { NodeViewWrapper, type ReactNodeViewProps } from "@tiptap/react";
import { AtSign, FileText } from "lucide-react";
import { attributesOf } from "../../../contract/document/attribute-rules.ts";
import { mentionRules } from "../../../contract/document/blocks/mention.ts";
import { mentionAttributes, mentionLabel } from "../../../contract/document/mention-look.ts";
import type { FoundType } from "../../../contract/search/search.ts";
import { cx } from "../../ui/cx.ts";
import { Icon } from "../../ui/icon.tsx";
import { useMentionState } from "../editor/mention-states.tsx";
import { mentionIcons } from "../editor/suggestions/mention-icons.ts";
import { drawnBy, type EditorBlock, focused } from "./editor-block.ts";

/** A person is bold with an @, a record a chip with the icon of its kind, as in a text that is read. */
function MentionView({ node, selected }: ReactNodeViewProps) {
  const { kind, id, label: written } = attributesOf(mentionRules, node);
  const state = useMentionState({ kind, id });
  const label = mentionLabel(kind, state, written);
  const look = state && mentionAttributes(kind, state);
  return (
    <NodeViewWrapper
      as="span"
      className={cx(kind === "user" ? "mention-person" : "mention-chip", selected && "is-selected")}
      {...look}
    >
      {kind === "user" ? (
        `@${label}`
      ) : (
        <>
          <Icon of={mentionIcons[kind as FoundType]?.icon ?? FileText} size={14} className="text-text-3" />
          {label}
        </>
      )}
      {look?.title && <span className="sr-only">, {look.title}</span>}
    </NodeViewWrapper>
  );
}

export const mention: EditorBlock = {
  entries: [
    {
      id: "mention",
      name: "Erwähnung",
      group: "Einfügen",
      icon: AtSign,
      typed: "@",
      keywords: "mention person verweis website kunde seite link",
      run: (editor) => focused(editor).insertContent("@").run(),
    },
  ],
  views: { mention: drawnBy(MentionView) },
};
