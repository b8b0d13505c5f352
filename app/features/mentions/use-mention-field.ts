import { type RefObject, useCallback, useId, useRef, useState } from "react";
import type { FoundMention } from "../../document/editor/suggestions/use-mention-search.ts";
import { useIsomorphicLayoutEffect } from "../../lib/use-isomorphic-layout-effect.ts";
import { applyMention, mentionAt, type PickedMention, withTokens } from "./mention-text.ts";

interface MentionFieldOptions {
  field: RefObject<HTMLTextAreaElement>;
  text: string;
  picked: readonly PickedMention[];
  write: (text: string, picked: readonly PickedMention[]) => void;
}

/** Makes a field of plain text one in which „@“ mentions: it shows names and is sent with what they mean. */
export function useMentionField({ field, text, picked, write }: MentionFieldOptions) {
  const listId = useId();
  const [caret, setCaret] = useState(0);
  const pendingCaret = useRef<number>();
  const [closedFor, setClosedFor] = useState<string>();
  const [active, setActive] = useState<string>();
  const found = mentionAt(text, caret);
  // What was picked is not looked for again, whatever is written behind it.
  const isPicked = picked.some(({ label }) => found === label || found?.startsWith(`${label} `));
  const query = found !== undefined && found !== closedFor && !isPicked ? found : undefined;

  const replaceText = (next: { text: string; caret: number }, mentions: readonly PickedMention[]) => {
    pendingCaret.current = next.caret;
    write(next.text, mentions);
    setCaret(next.caret);
  };
  // With the text itself: whoever types on at once types behind the name.
  useIsomorphicLayoutEffect(() => {
    if (pendingCaret.current === undefined) return;
    field.current?.focus();
    field.current?.setSelectionRange(pendingCaret.current, pendingCaret.current);
    pendingCaret.current = undefined;
  }, [text, field]);

  return {
    /** What stands behind the „@“ at the caret, while something is offered for it. */
    query,
    listId,
    setActive: useCallback((id: string | undefined) => setActive(id), []),
    fieldProps: {
      "aria-autocomplete": "list" as const,
      "aria-haspopup": "listbox" as const,
      "aria-controls": query === undefined ? undefined : listId,
      "aria-activedescendant": query === undefined ? undefined : active,
    },
    follow(at: number): void {
      setCaret(at);
      if (mentionAt(text, at) !== closedFor) setClosedFor(undefined);
    },
    close: () => setClosedFor(found),
    /** Sets an „@“ at the caret. */
    begin(): void {
      const at = field.current?.selectionStart ?? text.length;
      const gap = at === 0 || /\s$/.test(text.slice(0, at)) ? "" : " ";
      setClosedFor(undefined);
      replaceText({ text: `${text.slice(0, at)}${gap}@${text.slice(at)}`, caret: at + gap.length + 1 }, picked);
    },
    pick({ kind, thingId, name: label }: FoundMention): void {
      const name = `${kind}:${thingId}`;
      replaceText(applyMention(text, caret, label), [
        ...picked.filter((each) => each.label !== label),
        { name, label },
      ]);
    },
    toBody: (typed: string) => withTokens(typed, picked),
    labels: () => Object.fromEntries(picked.map(({ name, label }) => [name, label])),
  };
}
