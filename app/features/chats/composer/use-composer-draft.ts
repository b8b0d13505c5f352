import { useEffect, useRef, useState } from "react";
import type { ChatFile, ChatMessage } from "../../../../contract/chats/chats.ts";
import { clearDraft, readDraft, writeDraft } from "../../../lib/form/draft.ts";
import { type PickedMention, withLabels } from "../../mentions/mention-text.ts";

interface Draft {
  text: string;
  picked: readonly PickedMention[];
  files: readonly ChatFile[];
}

const emptyDraft: Draft = { text: "", picked: [], files: [] };

/** What is being written in a chat, kept over a reload; while a message is changed, that stands in its place. */
export function useComposerDraft(chatId: string, editing: ChatMessage | undefined) {
  const key = `chat:${chatId}`;
  const [draft, setDraft] = useState<Draft>(() => ({ ...emptyDraft, ...(readDraft(key) as Partial<Draft>) }));
  const [edited, setEdited] = useState<Draft>(emptyDraft);
  const editedId = useRef<string>();
  if (editedId.current !== editing?.id) {
    editedId.current = editing?.id;
    setEdited(editing ? { ...emptyDraft, ...withLabels(editing.body, editing.mentions) } : emptyDraft);
  }
  useEffect(() => {
    if (draft.text || draft.files.length > 0) writeDraft(key, { ...draft });
    else clearDraft(key);
  }, [key, draft]);
  const { text, picked } = editing ? edited : draft;
  return {
    text,
    picked,
    files: draft.files,
    write(next: string, mentions: readonly PickedMention[]): void {
      const change = (now: Draft): Draft => ({ ...now, text: next, picked: mentions });
      if (editing) setEdited(change);
      else setDraft(change);
    },
    keepFiles: (files: ChatFile[]) =>
      setDraft((now) => (now.files.length === 0 && files.length === 0 ? now : { ...now, files })),
    clear: () => setDraft(emptyDraft),
  };
}
