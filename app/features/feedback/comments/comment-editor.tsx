import { type KeyboardEvent, type ReactNode, useEffect, useRef, useState } from "react";
import type { Ref } from "../../../../contract/records/fields.ts";
import { clearDraft, readDraft, writeDraft } from "../../../lib/form/draft.ts";
import { Button } from "../../../ui/button.tsx";
import { TextArea } from "../../../ui/form/text-area.tsx";
import { type MentionKeys, MentionMenu } from "../../mentions/mention-menu.tsx";
import type { PickedMention } from "../../mentions/mention-text.ts";
import { useMentionField } from "../../mentions/use-mention-field.ts";
import { usePeopleOptions } from "../../mentions/use-mention-options.ts";

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
  const [picked, setPicked] = useState<readonly PickedMention[]>(() => (initial?.mentions ?? []).map(toPicked));
  const menu = useRef<MentionKeys>(null);

  useEffect(() => {
    if (!draftKey) return;
    const kept = readDraft(draftKey);
    const { body: keptBody } = kept;
    if (typeof keptBody === "string") setBody((now) => now || keptBody);
    if (Array.isArray(kept.picked)) setPicked((now) => (now.length > 0 ? now : (kept.picked as PickedMention[])));
  }, [draftKey]);

  const write = (next: string, people = picked) => {
    setBody(next);
    setPicked(people);
    if (draftKey && next) writeDraft(draftKey, { body: next, picked: people });
    else if (draftKey) clearDraft(draftKey);
  };
  const mention = useMentionField({ field, text: body, picked, write });
  const submit = () => {
    const text = body.trim();
    if (!text || isPending) return;
    const mentioned = picked.filter(({ label: name }) => text.includes(`@${name}`));
    const sent = onSubmit({ body: text, mentions: mentioned.map(idOf) });
    if (!initial) write("", []);
    // Unless the next one is being written already, what was refused comes back.
    sent.catch(() => {
      setBody((now) => now || text);
      setPicked((now) => (now.length > 0 ? now : picked));
    });
  };
  const press = (event: KeyboardEvent) => {
    if (menu.current?.press(event)) return;
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
        {...mention.fieldProps}
        rows={3}
        maxLength={8000}
        placeholder="Kommentar schreiben, mit @ jemanden erwähnen …"
        value={body}
        autoFocus={initial !== undefined}
        onChange={(event) => {
          write(event.target.value);
          mention.follow(event.target.selectionStart);
        }}
        onSelect={(event) => mention.follow(event.currentTarget.selectionStart)}
        onBlur={mention.close}
        onKeyDown={press}
      />
      {mention.query !== undefined && (
        <MentionMenu
          ref={menu}
          typed={mention.query}
          listId={mention.listId}
          onActive={mention.setActive}
          onPick={mention.pick}
          onClose={mention.close}
          useOffers={usePeopleOptions}
          className="absolute left-0 top-[78px] z-30 w-[320px] max-w-full"
        />
      )}
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

const toPicked = ({ id, label }: Ref): PickedMention => ({ name: `user:${id}`, label });
const idOf = ({ name }: PickedMention) => name.slice("user:".length);
