import { ClipboardCheck, HandHelping, Undo2 } from "lucide-react";
import type { RecordRow } from "../../../contract/records/rows.ts";
import { Button } from "../../ui/button.tsx";
import { openCheckIn, openCheckOut } from "./move-dialogs.tsx";
import { useAudit } from "./use-moves.ts";

/** Statuses in which a device cannot be handed out. */
const unfit = ["issued", "retired", "sold", "missing", "repair"];

/** Hands a device out, takes it back, and confirms that it was seen. */
export function DeviceActions({ record }: { record: RecordRow }) {
  const audit = useAudit();
  if (!record.can.edit) return null;
  const isHeld = Boolean(record.values.assignedTo);
  const devices = { ids: [record.id], titles: [record.title] };
  return (
    <>
      {isHeld && (
        <Button icon={Undo2} onClick={() => openCheckIn(devices)}>
          Zurücknehmen
        </Button>
      )}
      {!unfit.includes(String(record.values.status)) && (
        <Button icon={HandHelping} onClick={() => openCheckOut(devices)}>
          Ausgeben
        </Button>
      )}
      <Button icon={ClipboardCheck} loading={audit.isPending} onClick={() => audit.mutate({ deviceIds: [record.id] })}>
        Inventur bestätigen
      </Button>
    </>
  );
}
