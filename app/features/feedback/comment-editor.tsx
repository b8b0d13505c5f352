import { type KeyboardEvent, type ReactNode, useEffect, useRef, useState } from "react";
import type { Ref } from "../../../contract/records/fields.ts";
import { clearDraft, readDraft, writeDraft } from "../../lib/draft.ts";
import { Button } from "../../ui/button.tsx";
import { TextArea } from "../../ui/text-area.tsx";
import { MentionList } from "./mention-list.tsx";
import { applyMention, mentionAt } from "./mention-text.ts";
import { useMentions } from "./use-mentions.ts";

interface CommentEditorProps {
  label: string;
  submitLabel: string;
  isPending: boolean;
  initial?: { body: string; mentions: readonly Ref[] };
  /** Keeps what is typed over a reload. */
  draftKey?: string;
  aside?: ReactNode;
  /** Rejects when the comment was not taken; it then stands in the field again. */
  onSubmit: (comment: { body: string; mentions: string[] }) => Promise<unknown>;
  onCancel?: () => void;
}

/** A field for a comment: `@` offers the people of the team, Strg or ⌘ with Enter sends. */
export function CommentEditor({
  label,
  submitLabel,
  isPending,
  initial,
  draftKey,
  aside,
  onSubmit,
  onCancel,
}: CommentEditorProps) {
  const field = useRef<HTMLTextAreaElement>(null);
  const [body, setBody] = useState(initial?.body ?? "");
  const [picked, setPicked] = useState<readonly Ref[]>(initial?.mentions ?? []);
  const [caret, setCaret] = useState(0);
  const asked = mentionAt(body, caret);
  const mentions = useMentions(asked);

  useEffect(() => {
    if (!draftKey) return;
    const kept = readDraft(draftKey);
    if (typeof kept.body === "string") setBody((now) => now || (kept.body as string));
    if (Array.isArray(kept.picked)) setPicked((now) => (now.length > 0 ? now : (kept.picked as Ref[])));
  }, [draftKey]);

  const write = (next: string, people = picked) => {
    setBody(next);
    setPicked(people);
    if (draftKey && next) writeDraft(draftKey, { body: next, picked: people });
    else if (draftKey) clearDraft(draftKey);
  };
  const pick = (person: Ref) => {
    if (asked === undefined) return;
    const next = applyMention(body, caret, person.label);
    write(next.text, [...picked.filter(({ id }) => id !== person.id), person]);
    setCaret(next.caret);
    requestAnimationFrame(() => {
      field.current?.focus();
      field.current?.setSelectionRange(next.caret, next.caret);
    });
  };
  const submit = () => {
    const text = body.trim();
    if (!text || isPending) return;
    const mentioned = picked.filter((person) => text.includes(`@${person.label}`));
    const sent = onSubmit({ body: text, mentions: mentioned.map(({ id }) => id) });
    if (!initial) write("", []);
    // Unless the next one is being written already, what was refused comes back.
    sent.catch(() => setBody((now) => now || text));
  };
  const press = (event: KeyboardEvent) => {
    if (mentions.press(event, pick)) return;
    if (event.key === "Enter" && (event.ctrlKey || event.metaKey)) {
      event.preventDefault();
      submit();
    } else if (event.key === "Escape" && onCancel) onCancel();
  };
  return (
    <div className="relative">
      <TextArea
        ref={field}
        aria-label={label}
        aria-keyshortcuts="Control+Enter Meta+Enter"
        {...mentions.fieldProps}
        rows={3}
        maxLength={8000}
        placeholder="Kommentar schreiben, mit @ jemanden erwähnen …"
        value={body}
        autoFocus={initial !== undefined}
        onChange={(event) => {
          write(event.target.value);
          setCaret(event.target.selectionStart);
        }}
        onSelect={(event) => setCaret(event.currentTarget.selectionStart)}
        onKeyDown={press}
      />
      {mentions.isOpen && <MentionList mentions={mentions} onPick={pick} />}
      <div className="mt-2 flex flex-wrap items-center gap-x-4 gap-y-2">
        {aside}
        <span className="ml-auto flex gap-2">
          {onCancel && <Button onClick={onCancel}>Abbrechen</Button>}
          <Button variant="ink" loading={isPending} disabled={body.trim() === ""} onClick={submit}>
            {submitLabel}
          </Button>
        </span>
      </div>
    </div>
  );
}
