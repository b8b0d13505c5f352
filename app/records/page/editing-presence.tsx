import type { RecordType } from "../../../contract/records/record-types.ts";
import { useEditingPresence } from "../../lib/live/record-presence.ts";
import { PresenceLine } from "./record-presence-line.tsx";

/** Shows everyone that this person edits a record, while mounted, and here who else has it open. */
export function EditingPresence({ type, id }: { type: RecordType; id: string }) {
  const presence = useEditingPresence(type, id);
  return (
    // Beside the form and without a height of its own, so that nothing moves when somebody comes.
    <div className="md:float-right md:h-0">
      <PresenceLine presence={presence} />
    </div>
  );
}
