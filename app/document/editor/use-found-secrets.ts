import { type Editor, getChangedRanges } from "@tiptap/core";
import { isChangeOrigin } from "@tiptap/extension-collaboration";
import type { Transaction } from "@tiptap/pm/state";
import { useEffect, useRef, useState } from "react";
import { findSecrets, type SecretKind } from "../../../contract/document/secrets.ts";

const debounceMs = 600;

export interface SeenSecret {
  kind: SecretKind;
  text: string;
}

/** What looks like a secret in what this person wrote; what colleagues wrote is theirs to answer for. */
export function useFoundSecrets(editor: Editor) {
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
            !all.some((other, place) => other.text.includes(text) && (other.text !== text || place < at)),
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
