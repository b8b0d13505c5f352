import { useQuery } from "@tanstack/react-query";
import { NodeViewWrapper, type ReactNodeViewProps } from "@tiptap/react";
import { FileText } from "lucide-react";
import { type MentionKind, mayBeHidden, mentionWords } from "../../../contract/document/mentions.ts";
import type { FoundType } from "../../../contract/search.ts";
import { useTRPC } from "../../lib/trpc.tsx";
import { cx } from "../../ui/cx.ts";
import { Icon } from "../../ui/icon.tsx";
import { mentionTraits } from "./mention-traits.ts";

/** A person is bold with an @, a record a chip with the sign of its kind, as in a text that is read. */
export function MentionView({ node, selected }: ReactNodeViewProps) {
  const { kind, id, label: written } = node.attrs as { kind: MentionKind; id: string; label: string };
  const label = useHiddenName(kind, id) ?? (written || mentionWords(kind));
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

/** The name of what not everybody may see, as far as this person may; undefined for everything else. */
function useHiddenName(kind: MentionKind, id: string): string | undefined {
  const trpc = useTRPC();
  const isHidden = mayBeHidden(kind);
  const { data } = useQuery(trpc.page.mentionName.queryOptions({ kind, id }, { enabled: isHidden, staleTime: 60_000 }));
  return isHidden ? data?.name : undefined;
}
