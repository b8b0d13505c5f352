import { type Editor, getChangedRanges } from "@tiptap/core";
import { isChangeOrigin } from "@tiptap/extension-collaboration";
import type { Transaction } from "@tiptap/pm/state";
import { KeyRound } from "lucide-react";
import { useEffect, useRef, useState } from "react";
import { findSecrets, type SecretKind, secretLabels } from "../../../contract/document/secrets.ts";
import { Button } from "../../ui/button.tsx";
import { Icon } from "../../ui/icon.tsx";

interface SecretsNoticeProps {
  editor: Editor;
  onAllowed: ((kinds: SecretKind[]) => void) | undefined;
}

/** Warns as soon as somebody writes what belongs into the password manager. */
export function SecretsNotice({ editor, onAllowed }: SecretsNoticeProps) {
  const { seen, allow } = useFoundSecrets(editor);
  const kinds = [...new Set(seen.map(({ kind }) => kind))];
  return (
    <div role="alert">
      {seen.length > 0 && (
        <div className="mb-2 flex flex-wrap items-center gap-x-3 gap-y-2 rounded-10 bg-warn-soft px-4 py-2.5 text-ui shadow-e2">
          <Icon of={KeyRound} className="text-warn-text" />
          <p className="min-w-[220px] flex-1">
            Das sieht nach Zugangsdaten aus. Bitte in den Passwortmanager.
            <span className="block text-meta text-text-2">{kinds.map((kind) => secretLabels[kind]).join(", ")}</span>
          </p>
          <Button size="sm" variant="on-tint" onClick={() => show(editor, seen[0])}>
            Stelle zeigen
          </Button>
          <Button
            size="sm"
            variant="on-tint"
            onClick={() => {
              allow();
              onAllowed?.(kinds);
              editor.view.focus();
            }}
          >
            Trotzdem speichern
          </Button>
        </div>
      )}
    </div>
  );
}

/** Selects the first secret and takes the focus at once, so that the very next key takes it out. */
function show(editor: Editor, secret: SeenSecret | undefined): void {
  let range: { from: number; to: number } | undefined;
  editor.state.doc.descendants((node, position) => {
    if (range || !node.isTextblock || !secret) return !range;
    const text = node.textBetween(0, node.content.size, "\n", "\n");
    const start = text.indexOf(secret.text);
    // It may have grown since it was seen.
    const whole = findSecrets(text).find((found) => found.start <= start && start < found.end);
    const found = whole ?? { start, end: start + secret.text.length };
    if (start >= 0) range = { from: position + 1 + found.start, to: position + 1 + found.end };
    return false;
  });
  if (!range) return;
  editor.chain().setTextSelection(range).scrollIntoView().run();
  // The focus command of the library waits for a frame, and a key before it would act on the button.
  editor.view.focus();
}

const debounceMs = 600;

interface SeenSecret {
  kind: SecretKind;
  text: string;
}

/** What looks like a secret in what this person wrote; what colleagues wrote is theirs to answer for. */
function useFoundSecrets(editor: Editor) {
  const [seen, setSeen] = useState<readonly SeenSecret[]>([]);
  const allowed = useRef(new Set<string>());
  const touched = useRef(new Set<string>());
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const look = () => {
      const whole = editor.state.doc.textBetween(0, editor.state.doc.content.size, "\n", "\n");
      const fresh = [...touched.current].flatMap((text) =>
        findSecrets(text).map(({ kind, start, end }) => ({ kind, text: text.slice(start, end) })),
      );
      touched.current.clear();
      setSeen((before) => {
        const all = [...before, ...fresh].filter(({ text }) => whole.includes(text) && !allowed.current.has(text));
        // One that was seen while it was being written is part of what it has become.
        const next = all.filter(
          ({ text }, at) =>
            !all.some((other, index) => other.text.includes(text) && (other.text !== text || index < at)),
        );
        return next.length === 0 && before.length === 0 ? before : next;
      });
    };
    const onTransaction = ({ transaction }: { transaction: Transaction }) => {
      if (!transaction.docChanged) return;
      if (!isChangeOrigin(transaction)) for (const text of changedTexts(transaction)) touched.current.add(text);
      clearTimeout(timer);
      timer = setTimeout(look, debounceMs);
    };
    editor.on("transaction", onTransaction);
    return () => {
      clearTimeout(timer);
      editor.off("transaction", onTransaction);
    };
  }, [editor]);
  const allow = () => {
    for (const { text } of seen) allowed.current.add(text);
    setSeen([]);
  };
  return { seen, allow };
}

/** The paragraphs, cells and so on that a transaction changed, each as one text. */
function changedTexts(transaction: Transaction): string[] {
  const texts: string[] = [];
  const { doc } = transaction;
  for (const { newRange } of getChangedRanges(transaction)) {
    const end = Math.min(newRange.to, doc.content.size);
    doc.nodesBetween(Math.min(newRange.from, end), end, (node) => {
      if (node.isTextblock) texts.push(node.textBetween(0, node.content.size, "\n", "\n"));
      return !node.isTextblock;
    });
  }
  return texts;
}
