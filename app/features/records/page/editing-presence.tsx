import type { RecordType } from "../../../../contract/records/record-types.ts";
import { useEditingPresence } from "../../../lib/live/record-presence.ts";
import { PresenceLine } from "./record-presence-line.tsx";

/** Shows everyone that this person edits a record, while mounted, and here who else has it open. */
export function EditingPresence({ type, id }: { type: RecordType; id: string }) {
  return <PresenceLine presence={useEditingPresence(type, id)} />;
}
