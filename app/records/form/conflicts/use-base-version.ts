import { useEffect, useState } from "react";
import { clearDraft, readDraft, writeDraft } from "../../../lib/form/draft.ts";

/**
 * The version that the edits of a form began with, which is not the latest once somebody else has saved. It is kept
 * beside the draft, so that a reload does not make old edits look new.
 */
export function useBaseVersion(stored: number | undefined, isDirty: boolean, draftKey: string | undefined) {
  const [base, setBase] = useState(stored);
  const key = draftKey && `${draftKey}:version`;

  useEffect(() => {
    const kept = key ? readDraft(key).version : undefined;
    if (typeof kept === "number") setBase(kept);
  }, [key]);

  useEffect(() => {
    if (isDirty) return;
    if (key) clearDraft(key);
    if (base !== stored) setBase(stored);
  }, [isDirty, base, stored, key]);

  useEffect(() => {
    if (key && isDirty) writeDraft(key, { version: base });
  }, [key, isDirty, base]);

  return base;
}
