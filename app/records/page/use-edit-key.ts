import { useNavigate } from "@remix-run/react";
import type { RecordRow } from "../../../contract/records/rows.ts";
import { usePageKey } from "../../lib/shortcuts.ts";
import { editPath } from "../record-urls.ts";

/** `e` opens the form of the record, as it does on a row of the list. */
export function useEditKey({ type, id, can }: RecordRow): void {
  const navigate = useNavigate();
  usePageKey("e", can.edit ? () => navigate(editPath({ type, id })) : undefined);
}
