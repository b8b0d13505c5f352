import { NodeViewWrapper, type ReactNodeViewProps } from "@tiptap/react";
import { FileText } from "lucide-react";
import type { FoundType } from "../../../contract/search.ts";
import { cx } from "../../ui/cx.ts";
import { Icon } from "../../ui/icon.tsx";
import { mentionTraits } from "./mention-traits.ts";

/** A person is bold with an @, a record a chip with the sign of its kind, as in a text that is read. */
export function MentionView({ node, selected }: ReactNodeViewProps) {
  const { kind, label } = node.attrs as { kind: string; label: string };
  return (
    <NodeViewWrapper
      as="span"
      className={cx(kind === "user" ? "mention-person" : "mention-chip", selected && "is-selected")}
    >
      {kind === "user" ? (
        `@${label}`
      ) : (
        <>
          <Icon of={mentionTraits[kind as FoundType]?.icon ?? FileText} size={14} className="text-text-3" />
          {label}
        </>
      )}
    </NodeViewWrapper>
  );
}
