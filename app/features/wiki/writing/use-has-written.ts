import { useEffect, useRef } from "react";
import type { Doc, Transaction } from "yjs";

/** Whether this person has changed the document since it was opened; asked for when they leave it. */
export function useHasWritten(doc: Doc): () => boolean {
  const hasWritten = useRef(false);
  useEffect(() => {
    const note = (_update: Uint8Array, _origin: unknown, _doc: Doc, { local }: Transaction) => {
      hasWritten.current ||= local;
    };
    doc.on("update", note);
    return () => doc.off("update", note);
  }, [doc]);
  return () => hasWritten.current;
}
