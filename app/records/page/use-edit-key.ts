import { useNavigate } from "@remix-run/react";
import { useEffect } from "react";
import type { RecordRow } from "../../../contract/records/rows.ts";
import { isCovered, isTyping } from "../list/use-list-keys.ts";
import { editAddress } from "../record-urls.ts";

/** `e` opens the form of the record, as it does on a row of the list. */
export function useEditKey({ type, id, can }: RecordRow): void {
  const navigate = useNavigate();
  useEffect(() => {
    if (!can.edit) return;
    const listen = (event: KeyboardEvent) => {
      const isPlain = !event.ctrlKey && !event.metaKey && !event.altKey && !event.isComposing;
      if (event.key !== "e" || !isPlain || event.defaultPrevented || isTyping(event.target) || isCovered()) return;
      event.preventDefault();
      navigate(editAddress({ type, id }));
    };
    window.addEventListener("keydown", listen);
    return () => window.removeEventListener("keydown", listen);
  }, [type, id, can.edit, navigate]);
}
